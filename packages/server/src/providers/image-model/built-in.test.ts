import { PAINTER_STYLES } from '@everkin/painter/paint-portrait.ts'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { loadTemplates } from '../../modules/image-tasks/templates.ts'
import { createBuiltInPainter } from './built-in.ts'
import { describeImageModel } from './image-model.suite.ts'

const painter = createBuiltInPainter()
const request = { prompt: 'a calm baker', styleId: 'lamplight', size: 'portrait', seed: 'one', index: 0 } as const
const quietly = () => ({ signal: new AbortController().signal, onProgress: () => undefined })

describeImageModel('the built-in painter', createBuiltInPainter)

describe('the built-in painter', () => {
  it.each([
    ['portrait', 960, 1280],
    ['square', 1024, 1024],
    ['landscape', 1280, 960],
  ] as const)('IMG creates a WebP of the requested size: %s', async (size, width, height) => {
    const made = await painter.generate({ ...request, size }, quietly())
    expect(made).toMatchObject({ width, height })
    expect(await sharp(made.bytes).metadata()).toMatchObject({ format: 'webp', width, height })
  })

  it('H3 marks in the file that an algorithm drew it, without the prompt', async () => {
    const { bytes } = await painter.generate({ ...request, prompt: 'a zebrafish in a teacup' }, quietly())
    const { xmp } = await sharp(bytes).metadata()
    expect(xmp?.toString()).toContain('http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia')
    expect(Buffer.from(bytes).includes('zebrafish')).toBe(false)
  })

  it('keeps the face over the images of a task and varies the rest', async () => {
    const [first, second] = await Promise.all([0, 1].map((index) => painter.generate({ ...request, index }, quietly())))
    expect(second?.spec).toEqual(first?.spec)
    expect(Buffer.compare(first?.bytes ?? Buffer.alloc(0), second?.bytes ?? Buffer.alloc(0))).not.toBe(0)
  })

  it('keeps a stored face, whatever the prompt says', async () => {
    const { spec } = await painter.generate(request, quietly())
    const again = await painter.generate(
      { ...request, prompt: 'a bald man by the sea', seed: 'two', portrait: JSON.parse(JSON.stringify(spec)) },
      quietly(),
    )
    expect(JSON.parse(JSON.stringify(again.spec))).toEqual(JSON.parse(JSON.stringify(spec)))
  })

  it('draws from scratch where the stored value is not a spec', async () => {
    const made = await painter.generate({ ...request, portrait: { kind: 'person', age: 9 } }, quietly())
    expect(made.spec).toEqual((await painter.generate(request, quietly())).spec)
  })

  it.each(PAINTER_STYLES)('IMG draws the same image for the same prompt and seed: %s', async (styleId) => {
    const [first, second] = await Promise.all([0, 1].map(() => painter.generate({ ...request, styleId }, quietly())))
    expect(Buffer.compare(first?.bytes ?? Buffer.alloc(0), second?.bytes ?? Buffer.alloc(1))).toBe(0)
  })

  it('has every style of the library', () => {
    expect(
      loadTemplates()
        .styles.map(({ id }) => id)
        .sort(),
    ).toEqual([...PAINTER_STYLES].sort())
  })
})
