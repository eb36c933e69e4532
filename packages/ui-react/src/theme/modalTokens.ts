import { buttonTokens, type Tokens } from './buttonTokens.js'

const { common, dark, light } = buttonTokens

/** All tokens of the shipped themes. */
export const modalTokens = {
  common: { ...common, zIndex: '999', width: '360px' },
  dark: {
    ...dark,
    background: '#141519',
    textMuted: '#a0a5b1',
    error: '#ff8078',
    success: '#4cc38a',
  },
  light: {
    ...light,
    background: '#fff',
    textMuted: '#5b6270',
    error: '#b92c24',
    success: '#16713f',
  },
} as const satisfies Tokens
