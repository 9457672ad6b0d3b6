import {
  ageRulesReviewedAt,
  emergencyCheckedAt,
  findStaleHelpLines,
  findUnsourcedEmergencyNumbers,
  staleness,
  teenRulesReviewedAt,
} from '../packages/server/src/modules/safety/module.ts'

// Help lines and the rules by country have a review date, and the check fails when one is too old (C4).
const now = new Date()
const problems = [
  ...findStaleHelpLines(now),
  ...findUnsourcedEmergencyNumbers().map((country) => `the emergency number of ${country} has no source`),
  ...staleness(emergencyCheckedAt, now).map((problem) => `the emergency numbers ${problem}`),
  ...staleness(ageRulesReviewedAt, now).map((problem) => `the table of age rules by country ${problem}`),
  ...staleness(teenRulesReviewedAt, now).map((problem) => `the table of the protected mode by country ${problem}`),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
