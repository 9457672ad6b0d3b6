// @vitest-environment happy-dom
import type { Attachment } from '@everkin/contract/types.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeApi, ownMessage, renderChat } from '../testing/render-chat.tsx'

type Answer = { code: number; msg: string; data: unknown }

/** The uploads that wait for an answer, oldest first. */
let uploads: { form: FormData; answer: (answer: Answer) => Promise<void>; progress: (share: number) => Promise<void> }[]
let previews: number
let released: string[]

class FakeUpload {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {}
  response: unknown
  onload?: () => void
  onloadend?: () => void
  open() {}
  setRequestHeader() {}
  abort() {}
  send(form: FormData) {
    uploads.push({
      form,
      progress: (share) => act(async () => this.upload.onprogress?.({ loaded: share * 100, total: 100 })),
      answer: (answer) =>
        act(async () => {
          this.response = answer
          this.onload?.()
          this.onloadend?.()
        }),
    })
  }
}

beforeEach(() => {
  uploads = []
  previews = 0
  released = []
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++previews}`)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void released.push(url))
})

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const testFile = (name = 'cat.png', type = 'image/png') => new File(['x'], name, { type })
const stored = (id: string) => ({ code: 1, msg: '', data: { id, thumbnail: `/media/signed/${id}/480.webp` } })
const seenBy = (pictures: string) => new FakeApi().on('GET /api/chat/info', () => ({ settings: { pictures } }))
const choose = (...files: File[]) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]')
  if (!input) throw new Error('there is no file field')
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  fireEvent.change(input)
}

describe('pictures in the composer', () => {
  it('uploads them at once, and sends them with the message, or without any text', async () => {
    const { user, sent } = await renderChat({ api: seenBy('seen') })
    choose(testFile())
    await waitFor(() => expect(uploads).toHaveLength(1))
    expect(uploads[0]?.form.get('purpose')).toBe('chat')
    expect(button('Send').getAttribute('aria-disabled')).toBe('true')
    await uploads[0]?.progress(0.5)
    expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Uploading picture 1' }).value).toBe(0.5)
    await uploads[0]?.answer(stored('up-1'))
    expect(screen.queryByRole('progressbar')).toBeNull()
    await user.click(button('Send'))
    expect(sent('message.send')).toMatchObject([{ text: '', attachments: ['up-1'] }])
    expect(screen.queryByRole('group', { name: 'Pictures to send' })).toBeNull()
    expect(released).toEqual(['blob:1'])
    // It waits with its thumbnail until the server has stored it.
    expect(document.querySelector('.outgoing-pictures img')?.getAttribute('src')).toBe('/media/signed/up-1/480.webp')
  })

  it('takes at most four, and says so', async () => {
    await renderChat({ api: seenBy('seen') })
    choose(testFile(), testFile(), testFile(), testFile(), testFile())
    await waitFor(() => expect(screen.getAllByRole('progressbar')).toHaveLength(4))
    expect(await screen.findByText('You can send up to 4 pictures with a message.')).toBeTruthy()
  })

  it('uploads one after the other, and goes on after one that failed', async () => {
    await renderChat({ api: seenBy('seen') })
    choose(testFile('a.png'), testFile('b.png'), testFile('c.png'))
    const names = () => uploads.map(({ form }) => (form.get('file') as File).name) // set by every upload
    await waitFor(() => expect(names()).toEqual(['a.png']))
    await uploads[0]?.answer(stored('up-1'))
    expect(names()).toEqual(['a.png', 'b.png'])
    await uploads[1]?.answer({ code: 1007, msg: 'Not this kind.', data: { accepted: ['PNG'] } })
    expect(names()).toEqual(['a.png', 'b.png', 'c.png'])
  })

  it('shows why one could not be uploaded, retries it, and removes it', async () => {
    const { user } = await renderChat({ api: seenBy('seen') })
    choose(testFile())
    await waitFor(() => expect(uploads).toHaveLength(1))
    await uploads[0]?.answer({ code: 1007, msg: 'Not this kind.', data: { accepted: ['PNG'] } })
    expect(screen.getByText('Not this kind.', { exact: false })).toBeTruthy()
    expect(button('Send').getAttribute('aria-disabled')).toBe('true')
    await user.click(button('Try again'))
    await waitFor(() => expect(uploads).toHaveLength(2))
    await user.click(button('Remove picture 1'))
    expect(screen.queryByText('Not this kind.', { exact: false })).toBeNull()
  })

  it('takes pasted and dropped pictures; pasted text stays text', async () => {
    await renderChat({ api: seenBy('seen') })
    const field = screen.getByRole('textbox')
    fireEvent.paste(field, { clipboardData: { types: ['text/plain', 'Files'], files: [testFile()] } })
    fireEvent.paste(field, { clipboardData: { types: ['Files'], files: [testFile('notes.pdf', 'application/pdf')] } })
    expect(previews).toBe(0)
    fireEvent.paste(field, { clipboardData: { types: ['Files'], files: [testFile()] } })
    fireEvent.drop(field, { dataTransfer: { types: ['Files'], files: [testFile()] } })
    await waitFor(() => expect(screen.getAllByRole('progressbar')).toHaveLength(2))
    expect(previews).toBe(2)
  })

  it.each([
    ['unseen', 'This chat’s model can’t see pictures. Ilse will only know that you sent one.'],
    ['described', 'another model describes them to Ilse.'],
  ])('says what becomes of them where they are %s', async (sight, words) => {
    await renderChat({ api: seenBy(sight) })
    choose(testFile())
    expect(await screen.findByText(words, { exact: false })).toBeTruthy()
  })

  it('takes them back into the composer with a message that was refused', async () => {
    const { user, sent, receive } = await renderChat({ api: seenBy('seen') })
    choose(testFile())
    await waitFor(() => expect(uploads).toHaveLength(1))
    await uploads[0]?.answer(stored('up-1'))
    await user.type(screen.getByRole('textbox'), 'Look')
    await user.click(button('Send'))
    const client_id = sent('message.send')[0]?.client_id ?? ''
    await receive({ type: 'nack', client_id, code: 1000, msg: 'It could not be looked at.', data: null })
    await user.click(button('Edit'))
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Look')
    await user.click(button('Send'))
    expect(sent('message.send').at(-1)).toMatchObject({ text: 'Look', attachments: ['up-1'] })
  })
})

describe('pictures of a message', () => {
  const picture: Attachment = {
    id: 'up-1',
    kind: 'image',
    locked: false,
    price: 0,
    thumbnail: '/media/signed/a/480.webp',
    url: '/media/signed/a/1600.webp',
    width: 900,
    height: 600,
    duration_ms: null,
    caption: 'A grey cat on a windowsill.',
    generated: false,
  }

  it('open in full, named after what a model saw', async () => {
    const { user } = await renderChat({ messages: [ownMessage({ id: 'chat-2', text: '', attachments: [picture] })] })
    await user.click(await screen.findByRole('button', { name: 'Show picture: A grey cat on a windowsill.' }))
    expect((await screen.findByRole('img', { name: picture.caption })).getAttribute('src')).toBe(picture.url)
    expect(screen.queryByText(/can’t see this/)).toBeNull()
  })

  it('say when no model has seen them, and get new addresses when theirs have expired', async () => {
    const message = ownMessage({ id: 'chat-2', attachments: [{ ...picture, caption: '' }] })
    const fresh = { ...message, attachments: [{ ...picture, caption: '', thumbnail: '/media/signed/b/480.webp' }] }
    const api = new FakeApi().on('GET /api/chat/getMessages', () => ({ list: [fresh], has_more: false, rev: 2 }))
    await renderChat({ messages: [message], api })
    expect(await screen.findByText('The character can’t see this: no connected model supports pictures.')).toBeTruthy()
    const image = document.querySelector('.message-picture img')
    if (image) fireEvent.error(image)
    await waitFor(() =>
      expect(document.querySelector('.message-picture img')?.getAttribute('src')).toBe('/media/signed/b/480.webp'),
    )
  })
})
