import { LIMITS } from '@everkin/contract/limits.ts'
import type { WorstRow } from './worst-row.ts'

/** Preset files with as many fields, stop strings or levels as fit. */
export function rowsOfPresetFiles(): WorstRow[] {
  const length = LIMITS.presetFileLength
  const many = (item: (at: number) => string) => {
    const items: string[] = []
    for (let size = 200; size < length; ) {
      const next = item(items.length)
      items.push(next)
      size += next.length + 1
    }
    return items.join(',')
  }
  const files = {
    'many fields': `{"temp": 1, ${many((at) => `"f${at}": 1`)}}`,
    'many fields that are off': `{"temp": 1, ${many((at) => `"f${at}": ""`)}}`,
    'many stop strings': `{"temp": 1, "custom_stopping_strings": [${many((at) => `"s${at}"`)}]}`,
    'many levels': `{"temp": ${'['.repeat(length / 2 - 10)}${']'.repeat(length / 2 - 10)}}`,
  }
  return Object.entries(files).map(([input, content]) => ({
    operation: 'POST /api/preset/read',
    input,
    run: async (client) =>
      (await client.call('POST /api/preset/read', { body: { file_name: 'worst.json', content } })).code,
  }))
}
