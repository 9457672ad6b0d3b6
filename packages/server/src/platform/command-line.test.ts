import { existsSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { commandLine, commandUsage } from './command-line.ts'

describe('how a command is run', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('is with npm where npm started this process', () => {
    vi.stubEnv('npm_lifecycle_event', 'start')
    expect(commandLine('orders')).toBe('npm run orders')
    expect(commandLine('model', 'runtime')).toBe('npm run model runtime')
    expect(commandLine('backup', '--to <folder>')).toBe('npm run backup -- --to <folder>')
  })

  it('is else with Node and a file that exists', () => {
    vi.stubEnv('npm_lifecycle_event', undefined)
    const [node, file = '', ...options] = commandLine('backup', '--to <folder>').split(' ')
    expect([node, existsSync(file), options]).toEqual(['node', true, ['--to', '<folder>']])
    expect(commandUsage('orders', [['', 'lists them']])).toBe(`${commandLine('orders')}\n    lists them`)
  })
})
