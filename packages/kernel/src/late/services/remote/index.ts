import type { HttpPort, Reach } from '@latchkey/plugin-api'
import type { KernelCore } from '../../../core.js'
import type { LatePorts } from '../../../types.js'
import { createDirectory, type DirectoryNeeds } from './directory.js'
import { createHttp, type HttpNeeds } from './http.js'
import { createImages } from './images.js'
import { prefetch } from './prefetch.js'

/** All that talks to a server. */
export interface Remote {
  http(plugin: string, reach: Reach | undefined): HttpPort
  readonly directory: LatePorts['directory']
  readonly image: LatePorts['image']
  prefetch(): Promise<void>
}
export interface RemoteNeeds extends HttpNeeds, Pick<DirectoryNeeds, 'onKnown'> {
  core: KernelCore
}

/** Loaded when something that a host or a plugin configured is asked for the first time. */
export function createRemote(needs: RemoteNeeds): Remote {
  const { core, signal, onKnown } = needs
  const http: Remote['http'] = (plugin, reach) => createHttp(needs, plugin, reach)
  // A server that the host itself configured.
  const client = (baseUrl: string) => http('host', { origins: [new URL(baseUrl).origin] }).client({ baseUrl })
  const images = createImages({ options: core.options.get, client, signal })
  const directory = createDirectory({ options: core.options.get, client, signal, onKnown })
  core.onDispose(images.dispose)
  core.onDispose(directory.dispose)
  return { http, directory: directory.page, image: images.image, prefetch: () => prefetch(core, directory, images) }
}
