import type { PluginContext } from '@latchkey/plugin-api'
import { english } from './messages.js'
import { translations } from './translations.js'

/**
 * Registers the texts. They are loaded with the late half, because the page's buttons do not need
 * them.
 */
export const registerTexts = ({ messages }: PluginContext): void =>
  void messages.add({ en: english, ...translations })
