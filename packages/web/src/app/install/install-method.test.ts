import { expect, it } from 'vitest'
import { detectInstallMethod } from './install-method.ts'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'

it.each([
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Mobile/15E148 Safari/604.1`,
    0,
    'ios',
  ],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} CriOS/140.0 Mobile/15E148 Safari/604.1`, 0, 'ios'],
  [`${mac} ${webkit} Version/18.0 Safari/605.1.15`, 5, 'ios'],
  [`${mac} ${webkit} Version/18.0 Safari/605.1.15`, 0, 'macSafari'],
  [`${mac} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`, 0, 'chromium'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 5, 'android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, 'firefox'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140 Edg/140',
    10,
    'chromium',
  ],
  ['', 0, 'chromium'],
])('%s with %i touch points uses the %s method', (userAgent, touchPoints, way) => {
  expect(detectInstallMethod(userAgent, touchPoints)).toBe(way)
})
