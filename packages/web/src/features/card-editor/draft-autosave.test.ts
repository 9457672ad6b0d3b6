import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { DraftAutosave, type DraftContent, type DraftPorts, type UnsentDraft } from './draft-autosave.ts'

const AT = '2026-11-22T08:00:00.000Z'

/** A server with one draft, a device, and a manual clock. */
function world() {
  const drafts = new Map<string, { rev: number; content: DraftContent }>()
  let here: UnsentDraft | null = null
  let timers: (() => void)[] = []
  let refusal: ApiError | null = null
  const ports: DraftPorts = {
    async save({ id, rev, content }) {
      if (refusal) throw refusal
      const known = id === undefined ? undefined : drafts.get(id)
      if (id !== undefined && !known) throw new ApiError('NotFound', 1003, '', null)
      if (known && rev !== known.rev) throw new ApiError('Conflict', 1004, '', { rev: known.rev })
      const saved = { id: id ?? `draft-${drafts.size + 1}`, rev: (known?.rev ?? 0) + 1 }
      drafts.set(saved.id, { rev: saved.rev, content })
      return { ...saved, updated_at: AT }
    },
    async load(id) {
      const known = drafts.get(id)
      if (!known) throw new ApiError('NotFound', 1003, '', null)
      return { id, ...known, updated_at: AT }
    },
    storeLocally: (unsent) => {
      here = unsent
    },
    after: (_, work) => {
      timers = [work]
      return () => {
        timers = timers.filter((other) => other !== work)
      }
    },
  }
  return {
    drafts,
    ports,
    here: () => here,
    refuse: (with_: ApiError | null) => {
      refusal = with_
    },
    /** Runs everything that is scheduled. */
    async wind(autosave: DraftAutosave) {
      const due = timers
      timers = []
      for (const work of due) work()
      await autosave.flush()
    },
  }
}

const offline = () => new ApiError('Network', 0, '', null)

describe('DraftAutosave', () => {
  it('saves only the latest of several changes, then clears the copy on the device', async () => {
    const { ports, drafts, here, wind } = world()
    const autosave = new DraftAutosave(ports, null)
    autosave.note({ name: 'V' })
    autosave.note({ name: 'Vesper' })
    expect(autosave.state.get().kind).toBe('changed')
    expect(here()?.content).toEqual({ name: 'Vesper' })
    await wind(autosave)
    expect(autosave.state.get()).toEqual({ kind: 'saved', at: AT })
    expect([...drafts.values()]).toEqual([{ rev: 1, content: { name: 'Vesper' } }])
    expect(here()).toBeNull()
    autosave.note({ name: 'Vesper-9' })
    await wind(autosave)
    expect([...drafts.values()]).toEqual([{ rev: 2, content: { name: 'Vesper-9' } }])
  })

  it('stores what cannot be sent on the device, and sends it once it can', async () => {
    const { ports, drafts, here, refuse, wind } = world()
    const autosave = new DraftAutosave(ports, null)
    refuse(offline())
    autosave.note({ name: 'Vesper' })
    await wind(autosave)
    expect(autosave.state.get().kind).toBe('offline')
    expect(here()?.content).toEqual({ name: 'Vesper' })
    refuse(null)
    // A later visit finds the stored copy.
    const later = new DraftAutosave(ports, null)
    later.resume(here() ?? { content: {} })
    await wind(later)
    expect([...drafts.values()]).toEqual([{ rev: 1, content: { name: 'Vesper' } }])
    expect(here()).toBeNull()
  })

  it('stops when another tab saved first, and preserves both versions whichever is chosen', async () => {
    for (const choice of ['keepMine', 'takeTheirs'] as const) {
      const { ports, drafts, wind } = world()
      drafts.set('draft-1', { rev: 1, content: { name: 'first' } })
      const autosave = new DraftAutosave(ports, { id: 'draft-1', rev: 1 })
      const other = new DraftAutosave(ports, { id: 'draft-1', rev: 1 })
      other.note({ name: 'theirs' })
      await other.flush()
      autosave.note({ name: 'mine' })
      await wind(autosave)
      expect(autosave.state.get().kind).toBe('conflict')
      autosave.note({ name: 'mine, longer' })
      await wind(autosave)
      expect(drafts.get('draft-1')?.content).toEqual({ name: 'theirs' })
      const shown = await autosave[choice]()
      const [chosen, kept] = choice === 'keepMine' ? ['mine, longer', 'theirs'] : ['theirs', 'mine, longer']
      if (choice === 'takeTheirs') expect(shown).toEqual({ name: 'theirs' })
      expect(drafts.get('draft-1')?.content).toEqual({ name: chosen })
      expect(drafts.get('draft-2')?.content).toEqual({ name: kept })
      autosave.note({ name: 'on' })
      await wind(autosave)
      expect(drafts.get('draft-1')?.content).toEqual({ name: 'on' })
    }
  })

  it('reports too many drafts as a refusal, not as a conflict', async () => {
    const { ports, refuse, here, wind } = world()
    const autosave = new DraftAutosave(ports, null)
    refuse(new ApiError('Conflict', 1004, 'Too many.', { limit: 50 }))
    autosave.note({ name: 'V' })
    await wind(autosave)
    expect(autosave.state.get()).toEqual({ kind: 'failed', message: 'Too many.' })
    expect(here()?.content).toEqual({ name: 'V' })
  })

  it('creates a new draft if the old one was deleted elsewhere, and saves nothing once the card is saved', async () => {
    const { ports, drafts, here, wind } = world()
    const autosave = new DraftAutosave(ports, { id: 'gone', rev: 3 })
    autosave.note({ name: 'V' })
    await wind(autosave)
    await wind(autosave)
    expect(autosave.id).toBe('draft-1')
    autosave.note({ name: 'late' })
    autosave.end()
    await wind(autosave)
    expect(drafts.get('draft-1')?.content).toEqual({ name: 'V' })
    expect(here()).toBeNull()
  })
})
