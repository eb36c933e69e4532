import { setTimeout as pause } from 'node:timers/promises'

/** The parts that a service has opened, which it ends in reverse. */
export interface Ending {
  /** Notes a part that has an end. */
  closes(close: () => unknown): void
  isClosing(): boolean
  /** Ends all that was opened, as where a start fails. */
  closeAll(): Promise<void>
  /** The same after a time in which it serves on, once, however often it is asked; `onClosed` follows. */
  close(onClosed: () => void): Promise<void>
}

/** @param drainMs the time between the announcement of the end in `/health` and the end */
export function createEnding(drainMs = 0): Ending {
  const opened: (() => unknown)[] = []
  let closing: Promise<void> | undefined
  const closeAll = async (): Promise<void> => {
    for (const close of opened.splice(0).reverse()) await close()
  }
  return {
    closes: (close) => void opened.push(close),
    isClosing: () => closing !== undefined,
    closeAll,
    close: (onClosed) => (closing ??= pause(drainMs).then(closeAll).then(onClosed)),
  }
}
