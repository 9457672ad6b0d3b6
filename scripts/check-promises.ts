/**
 * Checks the ids of `docs/promises.md` against code, tests and docs: every id that is used must be listed there, every
 * test listed there must mention its id, and nothing may refer to a document that is not in this repository.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const PROMISES = 'docs/promises.md'
/** Ids with a prefix, `DUR-04` or `PERF-U1`, count everywhere. */
const PREFIXED_ID =
  /(?<![\w-])(?:API|AUTH|AZ|DUR|LLM|MIG|MN|OPS|PAY|RATE|RDS|REC|UPL|UPS|WAL|WS|XSS)-\d{2}(?![\w-])|(?<![\w-])PERF-[A-Z]\d(?![\w-])/g
/** Ids of safety rules, `B7`, are too short for that: they count only in comments, test titles and docs. */
const SAFETY_ID = /(?<![\w.,-])[ABCDHMNR][1-9](?![\w.-])/g
const SAFETY_ID_PLACE = /^\s*(?:\/\/|\/?\*)|\s\/\/ |\b(?:it|test|describe)(?:\.each)?\(/
const MISSING_DOCUMENT = new RegExp(
  [
    String.raw`(?<![-\w])(?:contract|spec|design|stack)(?:\.md)? §`,
    String.raw`\b(?:safety-policy|reliability|card-formats|examples|stack)(?:\.md\b| [A-Z]\d)`,
    String.raw`\((?:performance|reliability|contract)(?:\.md)?[,:] (?=["\w])|\(safety [A-Z]\d`, // “(contract, client frames)”
    String.raw`\b(?:rule|promise) \d`,
    String.raw`(?<!\bRFC \d+ )§\d`,
    String.raw`\bsafety policy\b|\b1b\b`,
  ].join('|'),
)

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:tsx?|mjs|css|md|sql)$/.test(file) && existsSync(file))
const listed = readListed(readFileSync(PROMISES, 'utf8'))
const problems: string[] = []

for (const file of files) {
  if (file === PROMISES || file === 'scripts/check-promises.ts') continue
  // Migrations that have run must not be changed.
  const isFixed = file.includes('/db/migrations/')
  readFileSync(file, 'utf8')
    .split('\n')
    .forEach((line, index) => {
      const where = `${file}:${index + 1}`
      for (const id of idsIn(line, file))
        if (!listed.has(id)) problems.push(`${where} names ${id}, which is not in ${PROMISES}`)
      if (!isFixed && MISSING_DOCUMENT.test(line))
        problems.push(`${where} refers to a document that is not in this repository`)
    })
}
for (const [id, tests] of listed)
  for (const test of tests)
    if (!existsSync(test) || !readFileSync(test, 'utf8').includes(id))
      problems.push(`${PROMISES}: ${test} does not mention ${id}`)

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`${listed.size} promises: no findings`)

function idsIn(line: string, file: string): string[] {
  const ids = line.match(PREFIXED_ID) ?? []
  const mayHoldSafetyIds = file.endsWith('.md') || (/\.(?:tsx?|mjs)$/.test(file) && SAFETY_ID_PLACE.test(line))
  return mayHoldSafetyIds ? [...ids, ...(line.match(SAFETY_ID) ?? [])] : ids
}

/** The tests of each promise by id, from the tables of the page. */
function readListed(page: string): Map<string, string[]> {
  const rows = [...page.matchAll(/^\| ([A-Z]+-?[A-Z]?\d+) \| .+ \| (.+) \|$/gm)]
  return new Map(
    rows.map(([, id = '', tests = '']) => [id, [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)]),
  )
}
