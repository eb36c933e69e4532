import type { MadeWorld, World } from '../world/types.js'

/** A view in one of its states. */
export interface Scene {
  /** English text that is visible once the scene is complete. */
  shows: string | RegExp
  world?: World | (() => World | Promise<World>)
  /** The only device on which the state occurs. Both if left out. */
  only?: 'phone' | 'desktop'
  /** Rows stay skeletons in this scene. */
  loading?: true
  /** The browser reports that it is offline. */
  offline?: true
  /** The modal is embedded in the page. */
  inPage?: true
  /** Connects a wallet before the view is opened. */
  connected?: true
  /** Leads to the state. If left out, the view in the scene's name is opened. */
  play?(stage: Stage): void | Promise<void>
}
export type Scenes = Readonly<Record<string, Scene>>

/** The scene that is drawn, with actions of a person. */
export interface Stage extends MadeWorld {
  readonly shadow: ShadowRoot
  /** The text of the modal and its toasts. */
  text(): string
  /** Waits until this text is visible. */
  reads(words: string | RegExp): Promise<void>
  press(label: string | RegExp): Promise<void>
  /** Waits until a view is drawn. */
  shows(view: string): Promise<void>
  /** Types into the search field. */
  type(words: string): void
  /** Pushes views, as if the visitor had come that way. */
  push(...views: readonly (readonly [view: string, params?: unknown])[]): void
}
