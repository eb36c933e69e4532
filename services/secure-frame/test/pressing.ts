import { expect, vi } from 'vitest'

const buttons = () => [...document.querySelectorAll('button')]
/** The names of all buttons that are drawn. */
export const labels = () => buttons().map(({ textContent }) => textContent)
/** Events of scripts do not count: this one is a person's. */
const trusted = (type: string): Event => {
  const event = new Event(type, { cancelable: true })
  Object.defineProperty(event, 'isTrusted', { value: true })
  return event
}
/** Presses a button of that name as a person does, the last one of several, as soon as it is there. */
export const press = async (label: string): Promise<void> => {
  await vi.waitFor(() => expect(labels()).toContain(label))
  buttons()
    .findLast(({ textContent }) => textContent === label)!
    .dispatchEvent(trusted('click'))
}
/** Fills the form that is drawn, and sends it. */
export const type = async (text: string): Promise<void> => {
  await vi.waitFor(() => expect(document.querySelector('input')).not.toBeNull())
  document.querySelector('input')!.value = text
  document.querySelector('form')!.dispatchEvent(trusted('submit'))
}
export const shows = (text: string) =>
  vi.waitFor(() => expect(document.body.textContent).toContain(text))
