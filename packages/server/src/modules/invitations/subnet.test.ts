import { describe, expect, it } from 'vitest'
import { networkPrefix } from '../../platform/http/request-metadata.ts'
import { isDisposableEmail } from './disposable-email.ts'
import { subnetOf } from './subnet.ts'

describe('subnetOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.200', '203.0.113.0/24'],
    ['2001:db8:1:2ab:9::1', '2001:db8:1:200::/56'],
    ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
    ['2001:db8:1:300::1', '2001:db8:1:300::/56'],
    ['::1', '0:0:0:0::/56'],
    ['', ''],
  ])('%s is %s', (address, subnet) => expect(subnetOf(networkPrefix(address))).toBe(subnet))
})

describe('isDisposableEmail', () => {
  it.each([
    ['someone@mailinator.com', true],
    ['someone@eu.MAILINATOR.com', true],
    ['someone@mailinator.com.example', false],
    ['mailinator.com@example.org', false],
    ['someone@com', false],
    ['someone@gmail.com', false],
    ['someone@example.org', false],
  ])('%s: %s', (address, expected) => expect(isDisposableEmail(address)).toBe(expected))
})
