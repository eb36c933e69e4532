// This plugin's part of the playground: apps/playground finds the file by its name.
import { embeddedWallet } from '@latchkey/embedded-wallet'

export const playground = {
  plugin: ({ frame }: { frame?: { url: string; projectId: string } }) =>
    frame && embeddedWallet({ url: frame.url, projectId: frame.projectId }),
}
