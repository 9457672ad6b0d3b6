import { useEffect, useRef, useState } from 'react'
import type { SaveChoices } from '../save-imported.ts'
import { isEverkinExport, planEverkin } from './everkin-plan.ts'
import { createMoveCalls } from './move-calls.ts'
import { isEmptyPlan, type MovePlan } from './move-plan.ts'
import type { MoveProgress, MoveResult } from './move-results.ts'
import { runMove } from './run-move.ts'
import { type Source, SourceError, sourceOfFolder, sourceOfPicked, sourceOfZip } from './source-files.ts'
import { isTavernFolder, planTavern } from './tavern-plan.ts'

/** What someone chose or dropped. */
export type MoveInput =
  | { kind: 'folder'; folder: FileSystemDirectoryEntry }
  | { kind: 'files'; files: File[] }
  | { kind: 'zip'; file: File }

export type MoveState =
  | { kind: 'looking' }
  | { kind: 'refused'; why: 'nothing' | 'broken' | 'locked' }
  | { kind: 'planned'; plan: MovePlan }
  | { kind: 'running'; plan: MovePlan; progress: MoveProgress; waitsUntil: Date | null }
  | { kind: 'done'; plan: MovePlan; results: readonly MoveResult[]; isStopped: boolean }

/** Plans a move and runs it. Leaving the page stops it; everything that came in until then stays. */
export function useMove(input: MoveInput) {
  const [state, setState] = useState<MoveState>({ kind: 'looking' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => {
    let isLeft = false
    let source: Source | null = null
    const look = async () => {
      const found = await lookInto(input, (opened) => {
        source = opened
      })
      if (!isLeft) setState(found)
    }
    void look()
    return () => {
      isLeft = true
      running.current?.abort()
      void source?.close()
    }
  }, [input])

  async function run(plan: MovePlan, choices: SaveChoices): Promise<void> {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const update = (change: Partial<Extract<MoveState, { kind: 'running' }>>) =>
      setState((before) => (before.kind === 'running' ? { ...before, ...change } : before))
    setState({ kind: 'running', plan, progress: { done: 0, total: 1, current: '', results: [] }, waitsUntil: null })
    const calls = createMoveCalls({ signal, onWait: (waitsUntil) => update({ waitsUntil }) })
    const onProgress = (progress: MoveProgress) => update({ progress })
    const results = await runMove(plan, { choices, calls, signal, onProgress })
    setState({ kind: 'done', plan, results, isStopped: signal.aborted })
  }

  return { state, run, stop: () => running.current?.abort() }
}

async function lookInto(input: MoveInput, onOpen: (source: Source) => void): Promise<MoveState> {
  try {
    const source = await open(input)
    onOpen(source)
    if (isEverkinExport(source)) return planned(await planEverkin(source))
    return isTavernFolder(source) ? planned(await planTavern(source)) : { kind: 'refused', why: 'nothing' }
  } catch (error) {
    const isLocked = error instanceof SourceError && error.reason === 'encrypted'
    return { kind: 'refused', why: isLocked ? 'locked' : 'broken' }
  }
}

function open(input: MoveInput): Promise<Source> | Source {
  if (input.kind === 'folder') return sourceOfFolder(input.folder)
  return input.kind === 'zip' ? sourceOfZip(input.file, input.file.name) : sourceOfPicked(input.files)
}

function planned(plan: MovePlan): MoveState {
  return isEmptyPlan(plan) ? { kind: 'refused', why: 'nothing' } : { kind: 'planned', plan }
}
