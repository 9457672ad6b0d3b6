import type { Page } from '@playwright/test'

/** When a page's parts become usable, in milliseconds since the navigation began. */
export interface PageTiming {
  firstPaint: number
  largestPaint: number
  /** When the text box accepts and keeps typed text: it is painted. */
  usable: number
  /** When it is hydrated; the same moment if it needs no script. */
  alive: number
  /** Time over 50 ms of the main thread's long tasks after the first paint. */
  blocked: number
  /** Cumulative layout shift, without a unit. */
  shift: number
}

/** A mid-range phone on slow 4G, as defined by Lighthouse: CPU × 4, 150 ms, 1.6 and 0.75 Mbit/s. */
export const SLOW_PHONE = { cpu: 4, latencyMs: 150, downKbits: 1_600, upKbits: 750 }

/** Slows down a page's main thread and its connections, and starts to record. Call it before the first navigation. */
export async function slowDown(page: Page, how: { cpu: number } & Partial<typeof SLOW_PHONE>): Promise<void> {
  const wire = await page.context().newCDPSession(page)
  await wire.send('Emulation.setCPUThrottlingRate', { rate: how.cpu })
  if (how.downKbits === undefined) return
  await wire.send('Network.enable')
  await wire.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: how.latencyMs ?? 0,
    downloadThroughput: (how.downKbits * 1_000) / 8,
    uploadThroughput: ((how.upKbits ?? how.downKbits) * 1_000) / 8,
  })
}

/** Records paints, shifts, long tasks and the text box of every document of this page. */
export async function recordTimings(page: Page, textBox: { selector: string; needsScript: boolean }): Promise<void> {
  await page.addInitScript(({ selector, needsScript }) => {
    const notes = { first: 0, largest: 0, usable: 0, alive: 0, shift: 0, tasks: [] as [number, number][] }
    Object.assign(window, { everkinBench: notes })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'first-contentful-paint') notes.first = entry.startTime
    }).observe({ type: 'paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) notes.largest = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) notes.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) notes.tasks.push([startTime, duration])
    }).observe({ type: 'longtask', buffered: true })
    const look = () => {
      const box = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.offsetParent !== null)
      const isAlive = !needsScript || Object.keys(box ?? {}).some((key) => key.startsWith('__reactProps'))
      if (box && notes.first > 0) notes.usable ||= performance.now()
      if (notes.usable > 0 && isAlive) notes.alive = performance.now()
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, textBox)
}

/** What was recorded once nothing has changed for a while. */
export async function readTimings(page: Page, quietMs = 1_500): Promise<PageTiming> {
  await page.waitForFunction(() => (window as unknown as { everkinBench: { alive: number } }).everkinBench.alive > 0)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(quietMs)
  return page.evaluate(() => {
    type Notes = Record<'first' | 'largest' | 'usable' | 'alive' | 'shift', number> & { tasks: [number, number][] }
    const { first, largest, usable, alive, shift, tasks } = (window as unknown as { everkinBench: Notes }).everkinBench
    const blocked = tasks
      .filter(([start]) => start >= first)
      .reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0)
    return { firstPaint: first, largestPaint: largest, usable, alive, blocked, shift }
  })
}
