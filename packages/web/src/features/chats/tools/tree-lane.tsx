import type { Row } from './lanes.ts'

/** Of a row's drawing, in its own units; the style sheet gives it its size. */
const HEIGHT = 76
const WIDTH = 84
const FIRST = 14
const STEP = 26

interface TreeLaneProps {
  row: Row
  /** Lanes of the whole tree. */
  width: number
  isLit: boolean
  isHere: boolean
}

/** The lines of one row: those that come in from above, and the row's own place. Nothing is said here that the list does not say. */
export function TreeLane({ row, width, isLit, isHere }: TreeLaneProps) {
  const step = Math.min(STEP, (WIDTH - 2 * FIRST) / Math.max(1, width - 1))
  const x = (lane: number) => FIRST + lane * step
  const middle = HEIGHT / 2
  const segments = [...row.segments].sort((one, other) => Number(one.isLit) - Number(other.isLit))
  return (
    <svg className="tree-lane" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {segments.map(({ from, to, isLit: lit }, index) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a row never move
          key={index}
          className={lit ? 'tree-line tree-lit' : 'tree-line'}
          d={
            from === to
              ? `M${x(to)} ${-middle}V${middle}`
              : `M${x(from)} ${-middle}C${x(from)} ${middle * 0.2} ${x(to)} ${-middle * 0.2} ${x(to)} ${middle}`
          }
        />
      ))}
      {isHere ? (
        <path className="tree-here" d={`M${x(row.lane) - 8} ${middle + 10}v-11a8 8 0 0 1 16 0v11z`} />
      ) : (
        <circle className={isLit ? 'tree-dot tree-lit' : 'tree-dot'} cx={x(row.lane)} cy={middle} r={isLit ? 6 : 5.5} />
      )}
    </svg>
  )
}
