import type { PluginContext } from '@latchkey/plugin-api'
import type { FramePayload } from '../protocol/index.js'

/** The version of this package, which the frame is told. */
const VERSION = '0.1.0'

/** The theme as it is drawn: `auto` follows the visitor's system. */
export function themeOf({ theme }: Pick<PluginContext, 'theme'>): FramePayload<'sync theme'> {
  const { mode, variables } = theme.get()
  const isLight =
    mode === 'light' || (mode === 'auto' && !matchMedia('(prefers-color-scheme: dark)').matches)
  const tokens = Object.fromEntries(
    Object.entries(variables).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
  // The third member is the specification's name for the same variables.
  return {
    themeMode: isLight ? 'light' : 'dark',
    themeVariables: tokens,
    w3mThemeVariables: tokens,
  }
}

/** The page's app, which the frame shows on an approval beside the origin that it sees itself. */
export const appOf = (
  { metadata }: Pick<PluginContext, 'metadata'>,
  projectId: string,
): FramePayload<'sync dapp data'> => ({
  metadata: {
    name: metadata.name.slice(0, 200),
    ...(metadata.description && { description: metadata.description.slice(0, 1_000) }),
    ...(metadata.url && { url: metadata.url.slice(0, 2_048) }),
    ...(metadata.icons && {
      icons: metadata.icons.slice(0, 10).map((icon) => icon.slice(0, 4_096)),
    }),
  },
  sdkVersion: VERSION,
  sdkType: 'latchkey',
  projectId,
})
