/** The generators that are run, one row each: what it generates from, how that is compiled, and a program that makes one call. */

/** `{jar}` is the path of openapi-generator, `{python}` that of an environment's interpreter. */
export interface Generator {
  readonly name: string;
  /** Files next to the document, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** It writes broken code for any webhook of OpenAPI 3.1: its document has none. */
  readonly noWebhooks?: true;
  readonly steps: readonly (readonly string[])[];
  /** Prints the risk score of an address; WINNOW_URL and WINNOW_KEY are set. */
  readonly call: readonly string[];
}

const ADDRESS = "185.220.101.1";
const TSC = ["npx", "--yes", "-p", "typescript@5.9.3", "tsc"];
const STRICT = ["--strict", "--noUncheckedIndexedAccess", "--skipLibCheck", "--target", "es2022"];
const MODULE = JSON.stringify({ name: "call", private: true, type: "module" });
const TYPES = ["npm", "install", "--silent", "@types/node@24.10.1"];

const java = ["java", "-jar", "{jar}", "generate", "-i", "openapi.json", "-o", "client", "-g"];

export const GENERATORS: readonly Generator[] = [
  {
    name: "openapi-typescript",
    files: {
      "package.json": MODULE,
      "call.ts": `import createClient from "openapi-fetch";
import type { paths } from "./schema.d.ts";
const headers = { "X-Api-Key": process.env["WINNOW_KEY"]! };
const client = createClient<paths>({ baseUrl: process.env["WINNOW_URL"]!, headers });
const { data, error } = await client.GET("/v1/score/ip", { params: { query: { ip: "${ADDRESS}" } } });
if (data === undefined) throw new Error(error.detail);
const score: number = data.risk_score;
console.log(score);
`,
    },
    steps: [
      [...TYPES, "openapi-fetch@0.17.0"],
      ["npx", "--yes", "openapi-typescript@7.13.0", "openapi.json", "-o", "schema.d.ts"],
      [...TSC, ...STRICT, "--module", "nodenext", "--rewriteRelativeImportExtensions", "call.ts"],
    ],
    call: ["node", "call.js"],
  },
  {
    name: "orval",
    files: {
      "package.json": MODULE,
      "orval.config.mjs":
        `export default { winnow: { input: "openapi.json", output: { target: "client.ts", client: "fetch", mode: "single" } } };\n`,
      "call.ts": `import { getScoreIp } from "./client.ts";
const url = process.env["WINNOW_URL"]!;
const real = fetch;
globalThis.fetch = (path, init) => real(new URL(String(path), url), init);
const answer = await getScoreIp({ ip: "${ADDRESS}" }, { headers: { "X-Api-Key": process.env["WINNOW_KEY"]! } });
if (answer.status !== 200) throw new Error(answer.data.detail);
const score: number = answer.data.risk_score;
console.log(score);
`,
    },
    steps: [
      TYPES,
      ["npx", "--yes", "orval@8.38.0", "--config", "orval.config.mjs"],
      [...TSC, ...STRICT, "--module", "nodenext", "--rewriteRelativeImportExtensions", "call.ts"],
    ],
    call: ["node", "call.js"],
  },
  {
    name: "openapi-python-client",
    files: {
      "call.py": `import os
from client import AuthenticatedClient
from client.api.scoring import get_score_ip
from client.models import IpResult
client = AuthenticatedClient(base_url=os.environ["WINNOW_URL"], token=os.environ["WINNOW_KEY"])
answer = get_score_ip.sync(client=client, ip="${ADDRESS}")
assert isinstance(answer, IpResult), answer
print(answer.risk_score)
`,
    },
    steps: [
      ["python3", "-m", "venv", "env"],
      ["env/bin/pip", "install", "--quiet", "openapi-python-client==0.29.1"],
      [
        "env/bin/openapi-python-client",
        "generate",
        "--path",
        "openapi.json",
        "--meta",
        "none",
        "--output-path",
        "client",
      ],
      ["env/bin/python", "-m", "compileall", "-q", "client"],
      [
        "env/bin/python",
        "-c",
        "import importlib, pkgutil, client\nfor each in pkgutil.walk_packages(client.__path__, 'client.'): importlib.import_module(each.name)",
      ],
    ],
    call: ["env/bin/python", "call.py"],
  },
  {
    name: "oapi-codegen",
    files: {
      "main.go": `package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
)

func main() {
	key := func(_ context.Context, r *http.Request) error {
		r.Header.Set("X-Api-Key", os.Getenv("WINNOW_KEY"))
		return nil
	}
	client, err := NewClientWithResponses(os.Getenv("WINNOW_URL"), WithRequestEditorFn(key))
	if err != nil {
		panic(err)
	}
	answer, err := client.GetScoreIpWithResponse(context.Background(), &GetScoreIpParams{Ip: "${ADDRESS}"})
	if err != nil {
		panic(err)
	}
	if answer.JSON200 == nil {
		panic(string(answer.Body))
	}
	fmt.Println(answer.JSON200.RiskScore)
}
`,
    },
    steps: [
      ["go", "mod", "init", "call"],
      [
        "go",
        "run",
        "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2",
        // Events are named by webhooks only, which the generator does not count as use.
        "-generate",
        "types,client,skip-prune",
        "-package",
        "main",
        "-o",
        "client.go",
        "openapi.json",
      ],
      ["go", "mod", "tidy"],
      ["go", "vet", "."],
      ["go", "build", "-o", "call", "."],
    ],
    call: ["./call"],
  },
  {
    name: "openapi-generator python",
    noWebhooks: true,
    files: {
      "call.py": `import os
import openapi_client
settings = openapi_client.Configuration(host=os.environ["WINNOW_URL"], api_key={"apiKey": os.environ["WINNOW_KEY"]})
with openapi_client.ApiClient(settings) as client:
    print(openapi_client.ScoringApi(client).get_score_ip("${ADDRESS}").risk_score)
`,
    },
    steps: [
      [...java, "python"],
      ["python3", "-m", "venv", "env"],
      ["env/bin/pip", "install", "--quiet", "./client"],
      ["env/bin/python", "-m", "compileall", "-q", "client/openapi_client"],
    ],
    call: ["env/bin/python", "call.py"],
  },
  {
    name: "openapi-generator java",
    files: {
      "client/src/main/java/Call.java": `import org.openapitools.client.*;
import org.openapitools.client.api.ScoringApi;

public class Call {
  public static void main(String[] arguments) throws ApiException {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("WINNOW_URL"));
    client.setApiKey(System.getenv("WINNOW_KEY"));
    System.out.println(new ScoringApi(client).getScoreIp("${ADDRESS}", null).getRiskScore());
  }
}
`,
    },
    steps: [
      [...java, "java", "--additional-properties=hideGenerationTimestamp=true"],
      ["mvn", "-q", "-B", "-f", "client/pom.xml", "compile", "dependency:copy-dependencies", "-DskipTests"],
    ],
    call: ["java", "-cp", "client/target/classes:client/target/dependency/*:client/target/lib/*", "Call"],
  },
  {
    name: "openapi-generator go",
    files: {
      "client/call/main.go": `package main

import (
	"context"
	"fmt"
	"os"

	client "example.org/call/client"
)

func main() {
	settings := client.NewConfiguration()
	settings.Servers = client.ServerConfigurations{{URL: os.Getenv("WINNOW_URL")}}
	settings.AddDefaultHeader("X-Api-Key", os.Getenv("WINNOW_KEY"))
	answer, _, err := client.NewAPIClient(settings).ScoringAPI.GetScoreIp(context.Background()).Ip("${ADDRESS}").Execute()
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.RiskScore)
}
`,
    },
    steps: [
      [
        ...java,
        "go",
        "--git-host=example.org",
        "--git-user-id=call",
        "--git-repo-id=client",
        // Constants of two enumerations may have one name.
        "--additional-properties=packageName=client,enumClassPrefix=true,withGoMod=true",
      ],
      ["go", "-C", "client", "mod", "tidy"],
      ["go", "-C", "client", "build", "-o", "called", "./call"],
    ],
    call: ["client/called"],
  },
  {
    name: "openapi-generator typescript-fetch",
    files: {
      "package.json": JSON.stringify({ name: "call", private: true }),
      "call.ts": `import { Configuration, ScoringApi } from "./client";
const { WINNOW_URL: basePath, WINNOW_KEY: apiKey } = process.env;
const api = new ScoringApi(new Configuration({ basePath: basePath!, apiKey: apiKey! }));
api.getScoreIp({ ip: "${ADDRESS}" }).then((answer) => console.log(answer.riskScore));
`,
    },
    steps: [
      TYPES,
      [...java, "typescript-fetch"],
      [
        ...TSC,
        "--strict",
        "--skipLibCheck",
        "--target",
        "es2022",
        "--module",
        "commonjs",
        "--outDir",
        "out",
        "call.ts",
      ],
    ],
    call: ["node", "out/call.js"],
  },
];
