-- Asks Winnow about the visitor of a request and puts what it says into txn.winnow_*; see haproxy.cfg. HAProxy's own HTTP
-- client tries three times, for a second each, when nobody answers: a visitor would wait so long.
local ADDRESS, PORT = "127.0.0.1", 8080
local KEY = "wk_live_your_key"
-- Seconds for the whole answer, in steps of at least a read.
local WAIT = 1

-- What Winnow judges by; what else a visitor sends is for the application.
local PASSED_ON = {
  "user-agent", "accept-language", "cookie", "host", "signature", "signature-input", "signature-agent",
  "sec-ch-ua", "sec-ch-ua-mobile", "sec-ch-ua-platform", "authorization", "content-digest", "content-type", "date",
}

-- A value of a header, without what would end its line.
local function clean(text)
  return (text:gsub("[\r\n%z]", " "))
end

local function ask(txn)
  local socket = core.tcp()
  socket:settimeout(WAIT)
  if not socket:connect(ADDRESS, PORT) then return nil end
  local visited = txn.sf:req_hdr("host") or ""
  local lines = {
    "GET /v1/edge/check/nginx HTTP/1.1",
    "Host: " .. ADDRESS .. ":" .. PORT,
    "Connection: close",
    "X-Api-Key: " .. KEY,
    "X-Forwarded-For: " .. txn.sf:src(),
    "X-Forwarded-Proto: " .. clean(txn.sf:req_hdr("x-forwarded-proto") or "http"),
    "X-Original-URI: " .. clean(txn.sf:pathq() or "/"),
    "X-Original-Method: " .. clean(txn.sf:method()),
    "X-Original-Host: " .. clean(visited),
  }
  local headers = txn.http:req_get_headers()
  for _, name in ipairs(PASSED_ON) do
    if headers[name] and name ~= "host" then
      for index = 0, #headers[name] do
        lines[#lines + 1] = name .. ": " .. clean(headers[name][index])
      end
    end
  end
  socket:send(table.concat(lines, "\r\n") .. "\r\n\r\n")
  local first = socket:receive("*l")
  local status = first and tonumber(first:match("^HTTP/1%.%d (%d%d%d)"))
  if not status then
    socket:close()
    return nil
  end
  local answer = { status = status }
  while true do
    local line = socket:receive("*l")
    if not line then
      socket:close()
      return nil
    end
    line = line:gsub("\r$", "")
    if line == "" then break end
    local name, value = line:match("^([%w-]+):%s*(.-)%s*$")
    if name then answer[name:lower()] = value end
  end
  socket:close()
  return answer
end

core.register_action("winnow_check", { "http-req" }, function(txn)
  local fine, answer = pcall(ask, txn)
  if not fine or not answer then
    txn:set_var("txn.winnow_verdict", "unavailable")
    return
  end
  txn:set_var("txn.winnow_status", answer.status)
  -- A request that Winnow cannot read is the visitor's doing, and opens no door.
  local unread = answer.status >= 400 and answer.status < 500
  txn:set_var("txn.winnow_verdict", answer["winnow-verdict"] or (unread and "block" or "unavailable"))
  if answer["winnow-score"] then txn:set_var("txn.winnow_score", answer["winnow-score"]) end
  if answer["winnow-request-id"] then txn:set_var("txn.winnow_request_id", answer["winnow-request-id"]) end
  if answer["winnow-challenge"] then txn:set_var("txn.winnow_challenge", answer["winnow-challenge"]) end
end, 0)
