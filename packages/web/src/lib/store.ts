import { useSyncExternalStore } from 'react'

export interface Listeners<Args extends unknown[]> {
  /** Gives what removes the listener again. */
  add: (listener: (...args: Args) => void) => () => void
  /** Calls every listener, in the order in which they were added; those added meanwhile are not called. */
  notify: (...args: Args) => void
  isEmpty: () => boolean
}

/** Who is to be told of an event, without a state; for everything that has one there is `createStore`. */
export function createListeners<Args extends unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify(...args) {
      for (const listener of [...listeners]) listener(...args)
    },
    isEmpty: () => listeners.size === 0,
  }
}

/** A state that lives outside React, for those who may only follow it. */
export interface ReadableStore<State> {
  /** What it was created with: what the server renders with, and what hydration begins with. */
  readonly initial: State
  get: () => State
  subscribe: (listener: () => void) => () => void
}

export interface Store<State> extends ReadableStore<State> {
  /** Tells the listeners, unless it is the very same value. */
  set: (next: State) => void
}

/** States are replaced, never changed in place. One in a module is for browsers only: the server serves many people. */
export function createStore<State>(initial: State): Store<State> {
  const listeners = createListeners()
  let state = initial
  return {
    initial,
    get: () => state,
    set(next) {
      if (Object.is(state, next)) return
      state = next
      listeners.notify()
    },
    subscribe: listeners.add,
  }
}

/**
 * The state of a store; renders again when it changes. With `select` only when that part changes, which must be the
 * same value for the same state.
 */
export function useStore<State>(store: ReadableStore<State>): State
export function useStore<State, Part>(store: ReadableStore<State>, select: (state: State) => Part): Part
export function useStore<State>(
  store: ReadableStore<State>,
  select: (state: State) => unknown = (state) => state,
): unknown {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.initial),
  )
}
