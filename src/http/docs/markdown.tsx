/** Markdown of the guides as HTML, with the headings, tables and code blocks of all pages. */
import { raw } from "hono/html";
import { Marked, type Tokens } from "marked";
import { Code } from "../site/parts/marks.tsx";
import { Table } from "../site/parts/table.tsx";
import { Heading } from "./heading.tsx";

/** @param text trusted: HTML in it is kept as it is */
export function htmlOf(text: string): string {
  let section = "";
  const marked = new Marked({
    renderer: {
      /** `## Title {#id}` */
      heading({ text }) {
        const [, title, id] = /^(.+) \{#([\w-]+)\}$/.exec(text)!;
        section = title!;
        return String(<Heading id={id!}>{title}</Heading>);
      },
      /** A block's info string is its `run`, its id and an optional caption; see Code. */
      code({ text, lang = "" }) {
        const [, run, id, caption] = /^(\w+) ([\w-]+) ?(.*)$/.exec(lang)!;
        return String(
          <Code id={id!} run={run!} text={text} {...(caption === "" ? {} : { caption: caption! })} />,
        );
      },
      table({ header, rows }) {
        const cellOf = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
        const columns = header.map(({ text: name }, index) => ({
          name,
          cell: (row: Tokens.TableCell[]) => raw(index === 0 ? asName(cellOf(row[0]!)) : cellOf(row[index]!)),
        }));
        return String(<Table caption={section} columns={columns} rows={rows} />);
      },
    },
  });
  return marked.parse(text, { async: false });
}

/** Code in the first column, a field's or client's name, goes without the background of code. */
function asName(cell: string): string {
  return cell.replace(/^<code>(.*)<\/code>$/, '<span class="mono small">$1</span>');
}
