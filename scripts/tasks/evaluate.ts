import { runNode } from '../run.ts'

const [first, ...others] = process.argv.slice(2)

process.exit(
  await (first === 'safety'
    ? runNode(['evaluate/safety/evaluate-safety.ts', ...others])
    : runNode(['evaluate/evaluate.ts', ...process.argv.slice(2)])),
)
