import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { ImportItem } from './use-imports.ts'

interface FileRowProps {
  item: ImportItem
  isCurrent: boolean
  onShow: () => void
  onDrop: () => void
  onChoose: () => void
}

/** A file in the list and its progress. */
export function FileRow({ item, isCurrent, onShow, onDrop, onChoose }: FileRowProps) {
  const text = useText()
  const { file, state } = item
  const isRunning = state.kind === 'sending' || state.kind === 'waiting'
  return (
    <li className={`import-file import-${state.kind}${isCurrent ? ' import-current' : ''}`}>
      <Mark item={item} />
      <div className="import-file-words">
        {state.kind === 'card' ? (
          <button
            type="button"
            className="import-name"
            aria-current={isCurrent}
            aria-label={text('card-files.import.show', { file: file.name })}
            onClick={onShow}
          >
            <bdi>{file.name}</bdi>
          </button>
        ) : (
          <strong>
            <bdi>{file.name}</bdi>
          </strong>
        )}
        <p className="small muted">
          <FileStatus item={item} />
        </p>
      </div>
      {state.kind === 'book' && state.addedTo === null ? (
        <Button size="small" onClick={onChoose}>
          {text('card-files.import.chooseOne')}
        </Button>
      ) : null}
      {state.kind === 'card' || (state.kind === 'book' && state.addedTo === null) ? null : (
        <IconButton
          icon="x"
          label={text(isRunning ? 'card-files.import.cancel' : 'card-files.import.dismiss', { file: file.name })}
          onClick={onDrop}
        />
      )}
    </li>
  )
}

function Mark({ item: { file, state } }: { item: ImportItem }) {
  const text = useText()
  const format = useFormat()
  if (state.kind === 'sending') {
    const share = Math.round(state.share * 100)
    return (
      <span
        className="import-ring"
        role="progressbar"
        aria-label={file.name}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(share < 100 ? { 'aria-valuenow': share } : { 'aria-valuetext': text('card-files.import.reading') })}
      >
        <svg viewBox="0 0 44 44" aria-hidden="true" className={share < 100 ? '' : 'import-turning'}>
          <circle cx="22" cy="22" r="19" />
          <circle cx="22" cy="22" r="19" pathLength="100" strokeDasharray={`${share < 100 ? share : 30} 100`} />
        </svg>
        <span className="figures" aria-hidden="true">
          {share < 100 ? format.number(share) : null}
        </span>
      </span>
    )
  }
  const icon = { waiting: 'hourglass', card: 'check', book: 'book-bookmark', refused: 'warning-circle' } as const
  return (
    <span className="import-mark">
      <Icon name={icon[state.kind]} size="small" />
    </span>
  )
}

function FileStatus({ item: { file, state } }: { item: ImportItem }) {
  const text = useText()
  const format = useFormat()
  const size = format.size(file.size)
  switch (state.kind) {
    case 'waiting':
      return text('card-files.import.waiting')
    case 'sending':
      return `${text(state.share < 1 ? 'card-files.import.sending' : 'card-files.import.reading')} · ${size}`
    case 'card': {
      const { look, file: facts } = state.imported
      const kind =
        facts.format === 'v1' || facts.format === 'v2' || facts.format === 'v3'
          ? text('card-files.import.card', { version: facts.format.toUpperCase() })
          : text('card-files.import.other')
      const count = look.length
      const first = state.savedAs
        ? text(state.saved === 'draft' ? 'card-files.saveAll.stayed' : 'card-files.import.saved')
        : typeof state.saved === 'object'
          ? state.saved.failed
          : count > 0
            ? text('card-files.import.looks', { count })
            : text('card-files.import.fine')
      return (
        <>
          {first} <span className="faint">· {[kind, facts.kind, size].join(' · ')}</span>
        </>
      )
    }
    case 'book':
      return (
        <>
          {state.addedTo === null
            ? text('card-files.refused.lorebook')
            : text('card-files.import.loreDone', { name: state.addedTo })}{' '}
          <span className="faint">
            · {text('card-files.import.lorebook')} · {size}
          </span>
        </>
      )
    case 'refused':
      return state.words ?? text(state.why ? `card-files.refused.${state.why}` : 'card-files.import.failed')
  }
}
