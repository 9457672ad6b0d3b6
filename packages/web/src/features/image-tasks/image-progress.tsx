import type { Task } from '@everkin/contract/types.ts'
import { useEffect, useRef } from 'react'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import { AiContentLabel } from '../../ui/ai-content-label.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { type EmptyTile, emptyTiles, isOpen } from './task-list.ts'

interface ImageProgressProps {
  task: Task
  /** Price of one picture in coins. */
  price: number
  onChange: (task: Task) => void
  onOpen: (task: Task, imageId: string) => void
}

/** The tiles of a task: each with its picture, its progress, or its failure and refund. */
export function ImageProgress({ task, price, onChange, onOpen }: ImageProgressProps) {
  const text = useText()
  const retryKey = useRef<{ price: number; key: string } | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const open = isOpen(task)
  const isShown = useRef(false)
  useEffect(() => {
    if (isShown.current) return
    isShown.current = true
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  const { run: ask, isBusy } = useMutation(async (call: () => Promise<Task>) => onChange(await call()), {
    toastsErrors: true,
  })

  const cancel = () => ask(() => callApi('POST /api/task/cancel', { body: { id: task.id } }))
  const retry = () =>
    ask(() => {
      if (retryKey.current?.price !== task.price) retryKey.current = { price: task.price, key: randomUuid() }
      return callApi('POST /api/task/retry', { body: { id: task.id, idempotency_key: retryKey.current.key } })
    })
  const returned = task.refunded > 0 ? price : 0

  return (
    <section className="paint-now" aria-busy={open}>
      <div className="shelf-head">
        <h2 className="title-2" ref={heading} aria-live="polite">
          {open
            ? text('image-tasks.now.title')
            : text('image-tasks.now.ready', { count: task.images.length, of: task.count })}
        </h2>
        {open ? (
          <Button size="small" busy={isBusy} onClick={() => void cancel()}>
            {text('image-tasks.now.cancel')}
          </Button>
        ) : null}
      </div>
      <ul className={`paint-tiles paint-${task.size}`}>
        {task.images.map(({ id, thumbnail, width, height }, place) => (
          <li key={id}>
            <button
              type="button"
              className="paint-tile"
              onClick={() => onOpen(task, id)}
              aria-label={text('image-tasks.open', { number: place + 1 })}
            >
              <img src={thumbnail} alt="" width={width} height={height} decoding="async" />
              <AiContentLabel kind="image" isShort />
            </button>
          </li>
        ))}
        {emptyTiles(task).map((tile, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tile without a picture is identified by its position
          <li key={place}>
            <Empty
              tile={tile}
              number={task.images.length + place + 1}
              returned={returned}
              isBusy={isBusy || open}
              onRetry={() => void retry()}
            />
          </li>
        ))}
      </ul>
      {open ? <p className="small muted">{text('image-tasks.now.leave')}</p> : null}
      {!open && task.error !== null ? (
        <p className="small muted" role="status">
          {task.error}
        </p>
      ) : null}
      {!open && task.refunded > 0 ? (
        <p className="paint-returned small" role="status">
          <Icon name="arrow-u-up-left" size="small" />
          {text('image-tasks.now.returned', { count: task.refunded })}
        </p>
      ) : null}
    </section>
  )
}

interface EmptyProps {
  tile: EmptyTile
  number: number
  /** Refunded coins. */
  returned: number
  isBusy: boolean
  onRetry: () => void
}

function Empty({ tile, number, returned, isBusy, onRetry }: EmptyProps) {
  const text = useText()
  if (tile.kind === 'failed') {
    return (
      <div className="paint-tile paint-failed">
        <Icon name="warning-circle" />
        <b>{text('image-tasks.now.failed')}</b>
        {returned > 0 ? (
          <span className="small muted">{text('image-tasks.now.coinsBack', { count: returned })}</span>
        ) : null}
        <Button size="small" disabled={isBusy} onClick={onRetry}>
          {text('image-tasks.now.again')}
        </Button>
      </div>
    )
  }
  return (
    <div className="paint-tile paint-wait">
      <Ring tile={tile} label={text('image-tasks.number', { number })} />
      <span className="small muted">
        {text(tile.kind === 'painting' ? 'image-tasks.now.painting' : 'image-tasks.now.next')}
      </span>
    </div>
  )
}

const ROUND = 2 * Math.PI * 19

/** Progress of a picture; indeterminate if the image provider does not report any. */
function Ring({ tile, label }: { tile: EmptyTile; label: string }) {
  const format = useFormat()
  if (tile.kind !== 'painting') {
    return (
      <span className="ring">
        <svg viewBox="0 0 44 44" aria-hidden="true">
          <circle cx="22" cy="22" r="19" />
        </svg>
        <Icon name="hourglass" size="small" />
      </span>
    )
  }
  const { share } = tile
  const percent = share === null ? undefined : Math.floor(share * 100)
  return (
    <span
      className={`ring ${share === null ? 'ring-turning' : ''}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <svg viewBox="0 0 44 44" aria-hidden="true">
        <circle cx="22" cy="22" r="19" />
        <circle
          className="ring-done"
          cx="22"
          cy="22"
          r="19"
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - (share ?? 0.25))}
        />
      </svg>
      {percent === undefined ? null : <b>{format.number(percent)}%</b>}
    </span>
  )
}
