import { FakeFrame } from './fakeFrame.js'

/** Lets messages of ports arrive, which no fake timer moves. */
export const arrive = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1)
    await new Promise<void>((resolve) => nextTurn(() => resolve()))
}
const nextTurn = setImmediate

/** A frame's window without a document, whose page is a {@link FakeFrame}. */
export class FrameWindow {
  page = new FakeFrame()
  readonly offers: { data: unknown; origin: string; ports: readonly MessagePort[] }[] = []
  /** The window itself, as the source of messages. */
  readonly window = {
    postMessage: (data: unknown, origin: string, ports: readonly MessagePort[]) => {
      this.offers.push({ data, origin, ports })
      if (this.isListening) this.page.take(data, ports)
    },
  } as unknown as Window
  isListening = true

  /** Stands for the content of the element. */
  fill(element: HTMLIFrameElement): void {
    Object.defineProperty(element, 'contentWindow', { value: this.window })
    Object.defineProperty(element, 'isConnected', { value: true })
  }

  /** Posts a message to the page, as the frame or as somebody else. */
  post(data: unknown, origin = 'https://secure.test', source: unknown = this.window): void {
    const event = new MessageEvent('message', { data, origin })
    Object.defineProperty(event, 'source', { value: source })
    window.dispatchEvent(event)
  }
  postReady(): void {
    this.post(this.page.ready)
  }
}
