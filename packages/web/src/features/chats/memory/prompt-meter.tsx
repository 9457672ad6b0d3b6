import { sentenceGap, useFormat } from '../../../i18n/format.ts'
import { useLocale, useText } from '../../../i18n/use-text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { type PromptPart, partClass, sumParts } from './prompt-parts.ts'
import type { ChatMemory } from './use-memory.ts'

interface PromptMeterProps {
  meter: ChatMemory['meter']
  hasSummary: boolean
  isGroup: boolean
  onSeePrompt: () => void
}

/**
 * How much of the next prompt is used, and by what, folded; the list beside the bar has the same facts for screen
 * readers.
 */
export function PromptMeter({ meter, hasSummary, isGroup, onSeePrompt }: PromptMeterProps) {
  const text = useText()
  const format = useFormat()
  const gap = sentenceGap(useLocale())
  const parts = sumParts(meter.parts)
  const used = parts.reduce((sum, { tokens }) => sum + tokens, 0)
  const total = used + meter.free_tokens
  const verbatim = text('memory.fits.verbatim', { count: meter.verbatim_messages })
  const older = text(hasSummary ? 'memory.fits.summarised' : 'memory.fits.left', { count: meter.older_messages })
  return (
    <details className="memory-fold">
      <summary>
        <div>
          <h3 className="title-3">{text('memory.fits.title')}</h3>
          <span className="caption muted figures">{text('memory.fits.tokens', { used, total })}</span>
        </div>
        <Icon name="caret-down" size="small" />
      </summary>
      <div className="memory-bar" aria-hidden="true">
        {parts.map(({ part, tokens }) => (
          <i key={part} className={partClass(part)} style={{ flexGrow: tokens }} />
        ))}
        <i className="memory-free" style={{ flexGrow: meter.free_tokens }} />
      </div>
      <ul className="memory-legend">
        {parts.map(({ part, tokens }) => (
          <li key={part} className={partClass(part)}>
            <i />
            {text(isGroup && part === 'card' ? 'memory.fits.cast' : PART_NAMES[part])}
            <span className="figures">{format.number(tokens)}</span>
          </li>
        ))}
        <li>
          <i className="memory-free" />
          {text('memory.fits.free')}
          <span className="figures">{format.number(meter.free_tokens)}</span>
        </li>
      </ul>
      <p className="small muted">
        {meter.older_messages === 0 ? text('memory.fits.all') : `${verbatim}${gap}${older}`}
      </p>
      {meter.clipped_tokens > 0 ? (
        <p className="small muted">{text('memory.fits.cut', { tokens: meter.clipped_tokens })}</p>
      ) : null}
      <button type="button" className="text-button" onClick={onSeePrompt}>
        {text('memory.fits.see')}
      </button>
    </details>
  )
}

const PART_NAMES = {
  rules: 'memory.fits.rules',
  card: 'memory.fits.card',
  you: 'memory.fits.you',
  lore: 'memory.fits.lore',
  memory: 'memory.fits.memory',
  history: 'memory.fits.history',
  note: 'memory.fits.note',
} as const satisfies Record<PromptPart, string>
