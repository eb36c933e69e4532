import { LatchkeyError, type ThemePort, type ThemeState } from '@latchkey/plugin-api'
import type { State } from '../state/store.js'
import type { ResolvedOptions } from '../types.js'

const MODES: readonly unknown[] = ['dark', 'light', 'auto']

/** Mode and design tokens; what is set later is merged into what was set before. */
export function createTheme(state: State, { themeMode = 'dark', themeVariables = {} }: ResolvedOptions): ThemePort {
  const { get, subscribe, set } = state.slice<ThemeState>('theme', { mode: themeMode, variables: themeVariables })
  return {
    get,
    subscribe,
    set({ mode = get().mode, variables }) {
      if (!MODES.includes(mode)) throw new LatchkeyError('kernel.invalid_option', `Theme mode "${String(mode)}" is not known. Use dark, light or auto.`, { context: { option: 'themeMode' } })
      set({ mode, variables: { ...get().variables, ...variables } })
    },
  }
}
