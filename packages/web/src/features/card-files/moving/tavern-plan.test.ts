import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core.js'
import { describe, expect, it } from 'vitest'
import { isEverkinExport, planEverkin } from './everkin-plan.ts'
import { plainPath, type Source, SourceError, sourceOfPicked, sourceOfZip } from './source-files.ts'
import { isTavernFolder, personasIn, planTavern } from './tavern-plan.ts'

type Files = Record<string, string | object>

/** A folder as a file dialog gives it. */
function folderOf(files: Files): Source {
  return sourceOfPicked(
    Object.entries(files).map(([path, content]) => {
      const file = new File(
        [typeof content === 'string' ? content : JSON.stringify(content)],
        path.split('/').at(-1) ?? '',
      )
      Object.defineProperty(file, 'webkitRelativePath', { value: path })
      return file
    }),
  )
}

async function zipOf(files: Files): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false })
  for (const [path, content] of Object.entries(files))
    await writer.add(path, new TextReader(typeof content === 'string' ? content : JSON.stringify(content)))
  return writer.close()
}

const DATA: Files = {
  'characters/Wren.png': 'png',
  'characters/Otto.json': {},
  'characters/Wren/joy.png': 'an expression',
  'characters/notes.txt': 'no card',
  'chats/Wren/First - 2024.jsonl': '{}',
  'chats/Wren/Second.jsonl': '{}',
  'chats/Wren/readme.txt': 'no chat',
  'chats/Nobody/Lonely.jsonl': '{}',
  'groups/170.json': { name: 'Two', members: ['Wren.png', 'Otto.png'], chats: ['2024-1-1'], activation_strategy: 1 },
  'group chats/2024-1-1.jsonl': '{}',
  'group chats/gone.jsonl': '{}',
  'worlds/Harbour.json': { entries: {} },
  'backgrounds/sea.jpg': 'x',
  'OpenAI Settings/Default.json': {},
  'TextGen Settings/Mine.json': {},
  'instruct/Alpaca.json': {},
  'User Avatars/me.png': 'x',
  'user/images/Wren/a.png': 'x',
  'thumbnails/avatar/Wren.png': 'x',
  'settings.json': {
    power_user: {
      personas: { 'me.png': 'Mara', 'other.png': ' ' },
      persona_descriptions: { 'me.png': { description: 'A painter.', position: 0 } },
      default_persona: 'me.png',
    },
  },
}

describe.each(['', 'SillyTavern/data/default-user/', 'default-user/'])(
  'a data folder of SillyTavern under “%s”',
  (root) => {
    const files = Object.fromEntries(Object.entries(DATA).map(([path, content]) => [`${root}${path}`, content]))

    it.each(['folder', 'archive'])('is planned from a %s', async (form) => {
      const source = form === 'folder' ? folderOf(files) : await sourceOfZip(await zipOf(files), 'st.zip')
      expect([isTavernFolder(source), isEverkinExport(source)]).toEqual([true, false])
      const plan = await planTavern(source)
      expect(plan.characters.map(({ name }) => name).sort()).toEqual(['Otto', 'Wren'])
      const [wren] = plan.characters.filter(({ name }) => name === 'Wren')
      expect(plan.chats.map(({ name, withKey }) => [name, withKey])).toEqual([
        ['Wren/First - 2024', wren?.key],
        ['Wren/Second', wren?.key],
        ['2024-1-1', plan.groups[0]?.key],
      ])
      expect(plan.groups).toMatchObject([{ name: 'Two', fields: { turn_policy: 'list' } }])
      expect(plan.groups[0]?.members).toHaveLength(2)
      expect([...plan.worlds.keys()]).toEqual(['Harbour'])
      expect(plan.personas).toEqual([{ key: 'me.png', name: 'Mara', description: 'A painter.', isDefault: true }])
      expect(plan.presets.map(({ name }) => name)).toEqual(['Default', 'Mine'])
      expect(plan.lonelyChats).toEqual(['Nobody/Lonely', 'gone'])
      expect(plan.leftBehind).toEqual({ backgrounds: 1, presets: 1, avatars: 1, pictures: 1, lonelyChats: 2 })
    })
  },
)

describe('bad input', () => {
  it.each([
    ['../characters/a.png', null],
    ['characters/../../a.png', null],
    ['/etc/passwd', null],
    ['C:\\data\\a.png', null],
    ['a\0b', null],
    ['', null],
    ['./characters//a.png', 'characters/a.png'],
    ['characters\\a.png', 'characters/a.png'],
  ])('the path “%s” becomes %s', (raw, plain) => {
    expect(plainPath(raw)).toBe(plain)
  })

  it('files whose names lead out of an archive are left out and counted', async () => {
    const source = await sourceOfZip(
      await zipOf({ '../characters/Evil.png': 'x', 'characters/Good.png': 'x' }),
      'a.zip',
    )
    const plan = await planTavern(source)
    expect(plan.characters.map(({ name }) => name)).toEqual(['Good'])
    expect(plan.leftBehind).toEqual({ unsafe: 1 })
  })

  it('an archive bomb is never unpacked beyond the limit, whatever its directory says', async () => {
    const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false })
    await writer.add('chats/Wren/bomb.jsonl', new Uint8ArrayReader(new Uint8Array(4_000_000)))
    const bytes = new Uint8Array(await (await writer.close()).arrayBuffer())
    const honest = await sourceOfZip(new Blob([bytes]), 'a.zip')
    await expect(honest.files[0]?.read(1000)).rejects.toThrow(SourceError)
    // The size in the directory is changed to ten bytes.
    const view = new DataView(bytes.buffer)
    for (let at = 0; at < bytes.length - 4; at++)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true)
    const lying = await sourceOfZip(new Blob([bytes]), 'a.zip')
    await expect(lying.files[0]?.read(1000)).rejects.toThrow(SourceError)
  })

  it('what is no archive is refused', async () => {
    await expect(sourceOfZip(new Blob(['no archive']), 'a.zip')).rejects.toMatchObject({ reason: 'broken' })
    const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false, password: 'x' })
    await writer.add('characters/a.png', new TextReader('x'))
    await expect(sourceOfZip(await writer.close(), 'a.zip')).rejects.toMatchObject({ reason: 'encrypted' })
  })

  it('settings and groups may hold anything', async () => {
    for (const settings of [null, 7, [], { power_user: 7 }, { power_user: { personas: { a: 7, b: null } } }])
      expect(personasIn(settings)).toEqual([])
    const plan = await planTavern(
      folderOf({
        'settings.json': '{ broken',
        'groups/a.json': '7',
        'groups/b.json': { members: [7, null], chats: 'x' },
        'groups/c.json': { members: ['x.png'], chats: [7], name: 7, activation_strategy: 99 },
        'characters/a.png': '',
      }),
    )
    expect(plan.groups).toMatchObject([{ name: '', fields: { turn_policy: 'natural' } }])
  })
})

describe('what another Everkin has exported', () => {
  it.each(['', 'everkin-2026-01-01/'])('is planned without anything of the account, below “%s”', async (root) => {
    const wren = { id: 'c1', type: 'single', name: 'Wren', age: 30, avatar: '/media/m1/960.webp', definition: {} }
    const uses = [{ kind: 'persona', id: 'p1', name: 'Mara' }]
    const book = { id: 'b1', name: 'Harbour', allChats: true, uses, content: { entries: [] } }
    const rows = [
      wren,
      { version_of: 'c1', number: 1, content: {} },
      { id: 'c2', type: 'single', name: 'Otto' },
      { id: 'g1', type: 'multiple', name: 'Two', member_ids: ['c1', 'ilse'], cover: '/media/m3/960.webp' },
      { draft: { id: 'd' } },
    ]
    const files: Files = {
      'profile.json': {},
      'ledger.json': [],
      'cards.json': `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`,
      'personas.json': [{ id: 'p1', name: 'Mara', description: 'A painter.', isDefault: true }],
      'brought characters/c2 i1.png': 'card',
      'pictures/card 2026-01-01 m1.webp': 'picture',
      'pictures/card 2026-01-01 m2.webp': 'of an album',
      'pictures/card 2026-01-01 m3.webp': 'of a group',
      'presets.json': `[\n${JSON.stringify({ id: 's1', name: 'Mine', stop: [] })}\n]\n`,
      'lorebooks.json': `[\n${JSON.stringify(book)}\n]\n`,
      'chats/2026-01-01 Wren abc.json': '{}',
      'chats/2026-01-01 Wren abc.txt': 'to read',
    }
    // A file dialog puts the folder's name before it; an archive does not.
    const source = folderOf(Object.fromEntries(Object.entries(files).map(([path, text]) => [`${root}${path}`, text])))
    expect(isEverkinExport(source)).toBe(true)
    const plan = await planEverkin(source)
    expect(plan.characters.map(({ key, file, picture }) => [key, file?.path, picture?.path])).toEqual([
      ['c1', undefined, 'pictures/card 2026-01-01 m1.webp'],
      ['c2', 'brought characters/c2 i1.png', undefined],
    ])
    expect(plan.groups).toMatchObject([
      { key: 'g1', members: ['c1', 'ilse'], cover: { path: 'pictures/card 2026-01-01 m3.webp' } },
    ])
    expect(plan.presets).toEqual([{ key: 's1', name: 'Mine', fields: { name: 'Mine', stop: [] } }])
    const { content } = book
    expect(plan.books).toEqual([{ key: 'b1', name: 'Harbour', content, isForAllChats: true, usedBy: ['p1'] }])
    expect(plan.chats).toMatchObject([{ name: '2026-01-01 Wren abc', withKey: null }])
    expect(plan.personas).toMatchObject([{ key: 'p1', name: 'Mara', isDefault: true }])
    expect(plan.leftBehind).toEqual({ albums: 1 })
  })
})
