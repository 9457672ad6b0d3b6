import type { ApiData } from '@everkin/contract/api-types.ts'
import { useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'

export type ReadPreset = ApiData<'POST /api/preset/read'>

const FORMAT_NAMES = { text_completion: 'Text Completion', chat_completion: 'Chat Completion' } as const

/** What was read from a preset file, what was changed, and what has no place here. Field names are those of the file. */
export function PresetReport({ report }: { report: ReadPreset['report'] }) {
  const text = useText()
  const { format, used, changed, ignored } = report
  const prompts = ignored.filter(({ kind }) => kind === 'prompt').map(({ field }) => field)
  const others = ignored.filter(({ kind }) => kind !== 'prompt').map(({ field }) => field)
  return (
    <Banner icon="info" tone="plain">
      <div className="preset-report">
        <p>
          {format === 'everkin'
            ? text('presets.read.own')
            : text('presets.read.tavern', { format: FORMAT_NAMES[format] })}
        </p>
        <Fields title={text('presets.read.used')} fields={used} />
        <Fields
          title={text('presets.read.changed')}
          fields={changed.map(({ field, from, to }) => `${field}: ${from} → ${to}`)}
        />
        <Fields title={text('presets.read.prompts')} fields={prompts} />
        <Fields title={text('presets.read.ignored')} fields={others} />
      </div>
    </Banner>
  )
}

function Fields({ title, fields }: { title: string; fields: readonly string[] }) {
  if (fields.length === 0) return null
  return (
    <details open={fields.length <= 6}>
      <summary>{title}</summary>
      <ul dir="ltr">
        {fields.map((field) => (
          <li key={field}>
            <code>{field}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
