import { expect, it } from 'vitest'
import { singleLineName } from './single-line-name.ts'

it.each([
  ['line breaks', 'Mara\r\nEverkin team', 'Mara Everkin team'],
  ['line and paragraph separators', 'Mara\u2028Lind\u2029Vale', 'Mara Lind Vale'],
  ['tabs and other controls', 'Ma\tra\u0085Lind\u001B', 'Ma ra Lind'],
  ['an override', 'Mara\u202Eniatpac\u202C', 'Maraniatpac'],
  ['embeddings', '\u202AMara\u202C \u202BLind\u202C', 'Mara Lind'],
  ['isolates', '\u2066Mara\u2069 \u2067Lind\u2069 \u2068Vale\u2069', 'Mara Lind Vale'],
  ['breaks at both ends', '\nMara\n', 'Mara'],
  ['nothing else', '\u202E\n\u2066', ''],
])('removes %s', (_what, name, stored) => {
  expect(singleLineName(name)).toBe(stored)
})

it.each([
  'Mara',
  ' Mara  Lind ',
  'مارا\u200F',
  '\u200EMara',
  'می\u200Cخواهم',
  '👩\u200D🚀',
  'Mara\u00A0Lind',
  '',
  'Ma\u0000ra\n',
])('leaves %j as it is', (name) => {
  expect(singleLineName(name)).toBe(name)
})
