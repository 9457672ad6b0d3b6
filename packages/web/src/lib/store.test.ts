import { describe, expect, it } from 'vitest'
import { createListeners, createStore } from './store.ts'

describe('a store', () => {
  it('notifies its listeners of every new state until they are removed', () => {
    const store = createStore(1)
    const heard: number[] = []
    const unsubscribe = store.subscribe(() => heard.push(store.get()))
    store.set(2)
    store.set(3)
    unsubscribe()
    store.set(4)
    expect(heard).toEqual([2, 3])
    expect(store.get()).toBe(4)
    expect(store.initial).toBe(1)
  })

  it('does not notify when the value is the same', () => {
    const store = createStore<number | null>(Number.NaN)
    let calls = 0
    store.subscribe(() => calls++)
    store.set(Number.NaN)
    expect(calls).toBe(0)
    store.set(null)
    expect(calls).toBe(1)
  })
})

describe('listeners', () => {
  it('are called with the arguments, in order of registration', () => {
    const listeners = createListeners<[string, number]>()
    const heard: string[] = []
    listeners.add((word, count) => heard.push(`first ${word} ${count}`))
    listeners.add((word) => heard.push(`second ${word}`))
    listeners.notify('paid', 2)
    expect(heard).toEqual(['first paid 2', 'second paid'])
  })

  it('may be added and removed while they are called', () => {
    const listeners = createListeners()
    const heard: string[] = []
    const removeFirst = listeners.add(() => {
      heard.push('first')
      removeFirst()
      listeners.add(() => heard.push('late'))
    })
    listeners.add(() => heard.push('second'))
    listeners.notify()
    expect(heard).toEqual(['first', 'second'])
    listeners.notify()
    expect(heard).toEqual(['first', 'second', 'second', 'late'])
  })
})
