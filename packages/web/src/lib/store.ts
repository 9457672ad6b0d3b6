import { useSyncExternalStore } from 'react'

export interface Listeners<Args extends unknown[]> {
  /** Returns a function that removes the listener. */
  add: (listener: (...args: Args) => void) => () => void
  /** Calls every listener in order of registration; listeners added meanwhile are not called. */
  notify: (...args: Args) => void
  isEmpty: () => boolean
}

/** Listeners of an event without a state; use `createStore` for a state. */
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

/** A state outside React, read-only. */
export interface ReadableStore<State> {
  /** The initial state, used on the server and for hydration. */
  readonly initial: State
  get: () => State
  subscribe: (listener: () => void) => () => void
}

export interface Store<State> extends ReadableStore<State> {
  /** Replaces the state and notifies the listeners, unless the value is the same. */
  set: (next: State) => void
}

/**
 * Creates a store. States are replaced, never mutated. Module-level stores are for browsers only: a server serves many
 * people.
 */
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
 * The state of a store; re-renders when it changes. With `select`, only when that part changes; it must return the same
 * value for the same state.
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
