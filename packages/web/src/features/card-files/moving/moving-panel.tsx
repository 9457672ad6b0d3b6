import { useFormat } from '../../../i18n/format.ts'
import { useReaderClock } from '../../../i18n/reader-clock.ts'
import { useText } from '../../../i18n/use-text.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { SaveChoicesForm } from '../save-choices-form.tsx'
import type { SaveChoices } from '../save-imported.ts'
import { countBooks, type MovePlan } from './move-plan.ts'
import { countOutcome, explainResult, leftBehindLines, OUTCOMES, resultsToLookAt, writeReport } from './move-report.ts'
import type { MoveResult } from './move-results.ts'
import { type MoveInput, type MoveState, useMove } from './use-move.ts'
import './moving.css'

interface MovingPanelProps {
  input: MoveInput
  /** Whether this site lets people publish. */
  canPublish: boolean
  onClose: () => void
}

/** Moves a whole folder or archive in: what is in it, then its progress, then a report. */
export default function MovingPanel({ input, canPublish, onClose }: MovingPanelProps) {
  const text = useText()
  const { state, run, stop } = useMove(input)
  return (
    <section className="moving" aria-label={text('card-files.moving.title')}>
      <h2 className="title-1">{text('card-files.moving.title')}</h2>
      {state.kind === 'looking' ? <Spinner label={text('card-files.moving.looking')} /> : null}
      {state.kind === 'refused' ? (
        <div className="moving-part">
          <p role="alert">{text(`card-files.moving.${state.why}`)}</p>
          <Button onClick={onClose}>{text('card-files.moving.cancel')}</Button>
        </div>
      ) : null}
      {state.kind === 'planned' ? (
        <Plan
          canPublish={canPublish}
          plan={state.plan}
          onStart={(choices) => void run(state.plan, choices)}
          onClose={onClose}
        />
      ) : null}
      {state.kind === 'running' ? <Progress state={state} onStop={stop} /> : null}
      {state.kind === 'done' ? <Report state={state} onClose={onClose} /> : null}
    </section>
  )
}

interface PlanProps {
  plan: MovePlan
  canPublish: boolean
  onStart: (choices: SaveChoices) => void
  onClose: () => void
}

function Plan({ plan, canPublish, onStart, onClose }: PlanProps) {
  const text = useText()
  const counts = {
    characters: plan.characters.length,
    groups: plan.groups.length,
    chats: plan.chats.length,
    worlds: countBooks(plan),
    personas: plan.personas.length,
    presets: plan.presets.length,
  }
  const kinds = ['characters', 'groups', 'chats', 'worlds', 'personas', 'presets'] as const
  const left = leftBehindLines(plan, text)
  return (
    <div className="moving-part">
      <ul className="moving-counts">
        {kinds.map((kind) =>
          counts[kind] > 0 ? <li key={kind}>{text(`card-files.moving.${kind}`, { count: counts[kind] })}</li> : null,
        )}
      </ul>
      {left.length > 0 ? (
        <div className="moving-left small muted">
          <h3 className="title-3">{text('card-files.moving.stays')}</h3>
          <ul>
            {left.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <SaveChoicesForm
        // Another Everkin's characters state their own age.
        asksForAge={plan.kind === 'sillytavern' && counts.characters > 0}
        canPublish={canPublish}
        action={text('card-files.moving.start')}
        draftsAction={text('card-files.moving.start')}
        onSubmit={onStart}
        onCancel={onClose}
      />
    </div>
  )
}

function Progress({ state, onStop }: { state: Extract<MoveState, { kind: 'running' }>; onStop: () => void }) {
  const text = useText()
  const format = useFormat()
  const { timeZone } = useReaderClock()
  const { done, total, current } = state.progress
  return (
    <div className="moving-part">
      <progress aria-label={text('card-files.moving.title')} max={total} value={done} />
      <p>
        <span className="figures">{text('card-files.saveAll.progress', { done, total })}</span>{' '}
        <bdi className="muted">{current}</bdi>
      </p>
      <p role="status" className="small muted">
        {state.waitsUntil
          ? text('card-files.saveAll.waiting', { time: format.time(state.waitsUntil.toISOString(), timeZone) })
          : text('card-files.moving.keepOpen')}
      </p>
      <Button onClick={onStop}>{text('card-files.saveAll.stop')}</Button>
    </div>
  )
}

/** Results listed on the page; the others are in the report. */
const MAX_LISTED = 100

function Report({ state, onClose }: { state: Extract<MoveState, { kind: 'done' }>; onClose: () => void }) {
  const text = useText()
  const { plan, results, isStopped } = state
  const worth = resultsToLookAt(results)
  const save = () =>
    saveFile(new Blob([writeReport(plan, results, text)], { type: 'text/plain;charset=utf-8' }), 'everkin-report.txt')
  return (
    <div className="moving-part">
      <p role="status">
        <Icon name={isStopped ? 'info' : 'check-circle'} size="small" />{' '}
        {text(isStopped ? 'card-files.moving.stopped' : 'card-files.moving.done')}
      </p>
      <ul className="moving-counts">
        {OUTCOMES.map((outcome) => {
          const count = countOutcome(results, outcome)
          return count > 0 ? <li key={outcome}>{text(`card-files.moving.outcomes.${outcome}`, { count })}</li> : null
        })}
      </ul>
      {worth.length > 0 ? (
        <div className="moving-worth">
          <h3 className="title-3">{text('card-files.moving.look')}</h3>
          <ul>
            {worth.slice(0, MAX_LISTED).map((result, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the report never changes
              <ResultLine key={index} result={result} />
            ))}
          </ul>
          {worth.length > MAX_LISTED ? (
            <p className="small muted">{text('card-files.moving.more', { count: worth.length - MAX_LISTED })}</p>
          ) : null}
        </div>
      ) : null}
      <div className="import-actions">
        <Button variant="primary" onClick={save}>
          <Icon name="download-simple" size="small" />
          {text('card-files.moving.report')}
        </Button>
        <Button onClick={onClose}>{text('shell.actions.close')}</Button>
      </div>
    </div>
  )
}

function ResultLine({ result }: { result: MoveResult }) {
  const text = useText()
  return (
    <li>
      <span className="caption faint">{text(`card-files.moving.kinds.${result.kind}`)}</span>
      <strong dir="auto">{result.name}</strong>
      <span className="small muted">{explainResult(result, text)}</span>
    </li>
  )
}
