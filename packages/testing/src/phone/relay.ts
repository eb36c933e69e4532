/** Starts a WalletConnect relay of this machine: `startRelay` of `@latchkey/relay` is one. */
export type StartRelay = (options: {
  port?: number
}) => Promise<{ url: string; close(): Promise<void> }>

/** A relay that can be away for a while. */
export interface LocalRelay {
  /** The URL that a site takes, `ws://127.0.0.1:…`; the same before and after. */
  readonly url: string
  /** Ends it, with every connection and every message that waits. */
  goAway(): Promise<void>
  /** Starts it again at the same address. */
  comeBack(): Promise<void>
  close(): Promise<void>
}

export async function openRelay(start: StartRelay): Promise<LocalRelay> {
  let running: Awaited<ReturnType<StartRelay>> | undefined = await start({})
  const { url } = running
  const goAway = async () => {
    const going = running
    running = undefined
    await going?.close()
  }
  return {
    url,
    goAway,
    async comeBack() {
      running ??= await start({ port: Number(new URL(url).port) })
    },
    close: goAway,
  }
}
