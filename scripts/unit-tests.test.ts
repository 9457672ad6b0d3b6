import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { failedFiles } from './unit-tests.ts'

it('names the files that failed, relative to the checkout', () => {
  const testResults = [
    { name: resolve('packages/a.test.ts'), status: 'passed' },
    { name: resolve('packages/b.test.ts'), status: 'failed' },
  ]
  expect(failedFiles(JSON.stringify({ testResults }))).toEqual(['packages/b.test.ts'])
})
