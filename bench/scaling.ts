/**
 * What sites of different sizes take: turns, sockets, cores, rows, bytes, tokens and money, from what was measured and
 * what is assumed (`measure/scaling-inputs.ts`). docs/scaling.md has the table and explains it.
 *
 *   npm run bench scaling
 *   PEOPLE=5000,50000 ASSUME='{"turnsPerPersonPerDay": 60, "priceReplyMillion": 4}' npm run bench scaling
 */
import { scalingTable } from './measure/scaling.ts'
import { ASSUMED, MEASURED, PEOPLE } from './measure/scaling-inputs.ts'

const people = process.env.PEOPLE ? process.env.PEOPLE.split(',').map(Number) : PEOPLE
const changed = JSON.parse(process.env.ASSUME ?? '{}') as Partial<typeof ASSUMED> // checked below
for (const name of Object.keys(changed)) if (!(name in ASSUMED)) throw new Error(`there is no assumption ${name}`)
console.log()
for (const line of scalingTable(people, MEASURED, { ...ASSUMED, ...changed })) console.log(line)
