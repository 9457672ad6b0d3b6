import type { ApiData } from '@everkin/contract/api-types.ts'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { diffWords, type Stretch } from './diff-words.ts'
import { useFieldName } from './field-name.ts'
import './versions.css'

type Versions = ApiData<'GET /api/editor/versions'>
type Compared = ApiData<'GET /api/editor/version'>

interface VersionsProps {
  cardId: string
  versions: Versions
  /** Called after a version was restored. */
  onRestored: () => void
}

/** The version history of a card: shows word by word what restoring a version would change before it is restored. */
export function VersionList({ cardId, versions, onRestored }: VersionsProps) {
  const text = useText()
  const [chosen, setChosen] = useState(versions[1]?.number ?? null)
  return (
    <div className="versions">
      <ol className="version-list">
        {versions.map((version, at) => (
          <li key={version.number}>
            <button
              type="button"
              className="version"
              aria-pressed={version.number === chosen}
              disabled={at === 0}
              onClick={() => setChosen(version.number)}
            >
              <VersionLine version={version} isCurrent={at === 0} />
            </button>
          </li>
        ))}
      </ol>
      {chosen === null ? (
        <p className="muted">{text('card-editor.versions.only')}</p>
      ) : (
        <Comparison key={`${chosen} ${versions.length}`} cardId={cardId} number={chosen} onRestored={onRestored} />
      )}
    </div>
  )
}

function VersionLine({ version, isCurrent }: { version: Versions[number]; isCurrent: boolean }) {
  const text = useText()
  const format = useFormat()
  const nameOf = useFieldName()
  return (
    <>
      <span className="version-number figures">{format.number(version.number)}</span>
      <span>
        <b>
          {version.restored_from !== null
            ? text('card-editor.versions.restoredFrom', { number: version.restored_from })
            : version.number === 1 || version.changed.length === 0
              ? text('card-editor.versions.first')
              : text('card-editor.versions.changed', { fields: format.list(version.changed.slice(0, 3).map(nameOf)) })}
        </b>
        <span className="caption faint">
          <LocalTime iso={version.created_at} as="dateTime" />
          {isCurrent ? ` · ${text('card-editor.versions.current')}` : ''}
        </span>
      </span>
    </>
  )
}

interface ComparisonProps {
  cardId: string
  number: number
  onRestored: () => void
}

function Comparison({ cardId, number, onRestored }: ComparisonProps) {
  const text = useText()
  const toasts = useToast()
  const nameOf = useFieldName()
  const [compared, setCompared] = useState<Compared | null>(null)
  const restore = useMutation(async () => {
    await callApi('POST /api/editor/restoreVersion', { body: { id: cardId, number } })
    toasts.show(text('card-editor.versions.done', { number }))
    onRestored()
  })
  const { error, setError } = restore
  useEffect(() => {
    const fail = (thrown: unknown) => setError(errorMessage(thrown, text))
    callApi('GET /api/editor/version', { query: { id: cardId, number } })
      .then(setCompared)
      .catch(fail)
  }, [cardId, number, text, setError])
  const diffs = useMemo(
    () => (compared?.fields ?? []).map(({ field, before, now }) => ({ field, ...diffWords(now, before) })),
    [compared],
  )
  const total = (side: 'gone' | 'come') => diffs.reduce((sum, diff) => sum + diff[side], 0)

  return (
    <section className="version-changes" aria-live="polite" aria-busy={compared === null && error === null}>
      {error ? <FieldError>{error}</FieldError> : null}
      {compared === null ? null : (
        <>
          <div className="version-head">
            <div>
              <h2 className="title-2">{text('card-editor.versions.what', { number })}</h2>
              <p className="small muted">
                {diffs.length === 0 ? (
                  text('card-editor.versions.same')
                ) : (
                  <>
                    {text('card-editor.versions.fields', { count: diffs.length })}
                    {' · '}
                    <span className="version-gone">{text('card-editor.versions.gone', { count: total('gone') })}</span>
                    {' · '}
                    <span className="version-come">{text('card-editor.versions.come', { count: total('come') })}</span>
                  </>
                )}
              </p>
            </div>
            {diffs.length > 0 ? (
              <Button variant="primary" busy={restore.isBusy} onClick={() => void restore.run()}>
                {text('card-editor.versions.restore', { number })}
              </Button>
            ) : null}
          </div>
          {diffs.map(({ field, from, to }) => (
            <div key={field} className="version-field">
              <h3 className="small">{nameOf(field)}</h3>
              <div className="version-texts">
                {from.some(({ isOwn }) => isOwn) ? (
                  <Side stretches={from} className="version-old" label={text('card-editor.versions.goes')}>
                    {(words) => <del>{words}</del>}
                  </Side>
                ) : null}
                {to.some(({ isOwn }) => isOwn) ? (
                  <Side stretches={to} className="version-new" label={text('card-editor.versions.comes')}>
                    {(words) => <ins>{words}</ins>}
                  </Side>
                ) : null}
              </div>
            </div>
          ))}
        </>
      )}
    </section>
  )
}

interface SideProps {
  stretches: Stretch[]
  className: string
  label: string
  children: (words: string) => ReactNode
}

function Side({ stretches, className, label, children }: SideProps) {
  return (
    <div className={className}>
      <span className="visually-hidden">{label} </span>
      {/* The direction of the text, independent of the page's. */}
      <p dir="auto">
        {stretches.map(({ words, isOwn }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a diff never move
          <span key={at}>{isOwn ? marked(words, children) : words}</span>
        ))}
      </p>
    </div>
  )
}

/** Marks only the words, not the spaces around them: an underlined space looks like a mistake. */
function marked(words: string, mark: (words: string) => ReactNode): ReactNode {
  const bare = words.trim()
  if (bare === '') return mark(words)
  const at = words.indexOf(bare)
  return (
    <>
      {words.slice(0, at)}
      {mark(bare)}
      {words.slice(at + bare.length)}
    </>
  )
}
