// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { FakeApi, PERSON, Refusal, renderPart } from '../../chats/testing/render-chat.tsx'
import { FIRST_SEED, type Sketch } from '../single-form.ts'
import { SketchSection } from './sketch-section.tsx'
import { useKeptFaces } from './use-kept-faces.ts'
import { useLiveFace } from './use-live-face.ts'

/** The section with the state that the form has otherwise. */
function Harness({ id = 'draft-1' }: { id?: string | null }) {
  const [sketch, setSketch] = useState<Sketch>({ words: '', seed: FIRST_SEED })
  const [avatar, setAvatar] = useState<string | null>(null)
  const face = useLiveFace(sketch.words, sketch.seed)
  const kept = useKeptFaces({
    avatar,
    sketch,
    findId: async () => id,
    onKept: setAvatar,
    onAgeUnknown: (then) => then(),
  })
  return (
    <SketchSection
      sketch={sketch}
      onChange={setSketch}
      face={face}
      kept={kept}
      avatar={avatar}
      onAvatar={setAvatar}
      onUploadFailure={() => undefined}
      price={5}
      error={null}
    >
      {null}
    </SketchSection>
  )
}

let faces = 0
const painted = () => {
  faces += 1
  const url = `/media/face-${faces}/960.webp`
  return { id: `task-${faces}`, status: 'succeeded', images: [{ id: `face-${faces}`, url }], error: null }
}
const sentence = () => screen.getByLabelText<HTMLTextAreaElement>(/^Who is your character/)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const drawing = () => screen.getByRole<HTMLImageElement>('img', { name: 'The face drawn from your words' }).src

async function open(api = new FakeApi(), id: string | null = 'draft-1') {
  const page = renderPart(<Harness id={id} />, { api })
  await waitFor(() => expect(document.querySelector('.sketch-frame img')).not.toBeNull(), { timeout: 20_000 })
  return page
}

describe('the sketch of a new character', () => {
  it('draws a face from the words alone, without a call to the server, and says which words it shows', async () => {
    const { user, api } = await open()
    await user.type(sentence(), 'An elf with green hair who juggles')
    await waitFor(() => expect(drawing()).toMatch(/^data:image\/svg\+xml,/))
    const lit = within(screen.getByRole('list', { name: 'Included in the picture' })).getAllByRole('listitem')
    expect(lit.map(({ textContent }) => textContent)).toEqual(['elf', 'green hair'])
    expect([...document.querySelectorAll('.sketch-missed')].map(({ textContent }) => textContent)).toEqual(['juggles'])
    const before = drawing()
    await user.click(button('Another face'))
    await waitFor(() => expect(drawing()).not.toBe(before))
    expect(api.calls).toEqual([])
  })

  it('keeps the first face free of charge, names the price of another one, and sends what was seen', async () => {
    const api = new FakeApi()
      .on('POST /api/task/create', painted)
      .on('GET /api/user/info', () => ({ wallet: PERSON.wallet }))
    const { user } = await open(api)
    await user.type(sentence(), 'A vampire')
    expect(screen.getByText('The first face you keep is free.')).toBeTruthy()
    await user.click(button('Keep this face'))
    expect(await screen.findByText('Kept')).toBeTruthy()
    await user.click(button('Another face'))
    await user.click(button('Keep this face for 5 coins'))
    await screen.findByRole('button', { name: 'Kept face 2' })
    const [first, second] = api.inputsOf('POST /api/task/create')
    expect(first).toMatchObject({ prompt: 'A vampire', count: 1, keep: { for: 'draft-1', is_free: true } })
    expect(second).toMatchObject({ keep: { for: 'draft-1', is_free: false } })
    expect(second?.seed).not.toBe(first?.seed)
    // Choosing between faces that were kept costs nothing.
    await user.click(button('Kept face 2'))
    expect(button('Kept face 2').getAttribute('aria-pressed')).toBe('true')
    expect(api.inputsOf('POST /api/task/create')).toHaveLength(2)
  })

  it('says so when a face is not free after all, and does not ask again by itself', async () => {
    const api = new FakeApi().on('POST /api/task/create', () => new Refusal('Conflict', 'Changed meanwhile.'))
    const { user } = await open(api)
    await user.type(sentence(), 'A witch')
    await user.click(button('Keep this face'))
    await screen.findByText('The price has changed; please check it and try again. You haven’t lost any coins.')
    expect(button('Keep this face for 5 coins')).toBeTruthy()
    expect(api.inputsOf('POST /api/task/create')).toHaveLength(1)
  })

  it('keeps nothing without words, for a child, or while the draft cannot be saved', async () => {
    const api = new FakeApi()
    const { user } = await open(api, null)
    expect(screen.queryByRole('button', { name: 'Keep this face' })).toBeNull()
    await user.type(sentence(), 'A schoolgirl')
    await waitFor(() => expect(screen.getByText('We only paint adults. Try different wording.')).toBeTruthy())
    expect(button('Keep this face').disabled).toBe(true)
    await user.clear(sentence())
    await user.type(sentence(), 'A wizard')
    await waitFor(() => expect(button('Keep this face').disabled).toBe(false))
    await act(async () => button('Keep this face').click())
    await screen.findByText(/isn’t saved yet/)
    expect(api.calls).toEqual([])
  })
})
