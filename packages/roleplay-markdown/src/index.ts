/** The door of the package: everything else is internal. */
export { type Block, type Inline, plainText } from './ast.ts'
export { lastSpoken } from './last-spoken.ts'
export { MarkdownStreamParser, parseBlocks, type StreamedBlocks } from './parse-blocks.ts'
