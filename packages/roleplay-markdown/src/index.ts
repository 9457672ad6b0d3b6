/** The public API of the package: everything else is internal. */
export { type Block, type Inline, lastSpoken, plainText } from './ast.ts'
export { MarkdownStreamParser, parseBlocks, type StreamedBlocks } from './parse-blocks.ts'
