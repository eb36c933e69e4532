import type { ReactNode } from 'react'
import { Strip } from '../site/Strip.js'
import { FRAMEWORKS } from './code/frameworks.js'
import {
  CHAIN_LABELS,
  COLOURS,
  FEATURE_LABELS,
  FLAG_LABELS,
  FRAMEWORK_LABELS,
  SLOT_LABELS,
  TOKEN_LABELS,
  WAY_LABELS,
} from './labels.js'
import {
  CHAINS,
  DIRECTIONS,
  FEATURES,
  FLAGS,
  LOCALES,
  MODES,
  SHAPES,
  SIGN_INS,
  SLOTS,
  START,
  TOKENS,
  WAYS,
  type Token,
} from './model.js'

const Group = ({ title, children }: { title: string; children: ReactNode }): ReactNode => (
  <fieldset>
    <legend>{title}</legend>
    {children}
  </fieldset>
)

function Boxes<T extends string>(props: {
  name: string
  values: readonly T[]
  labels: Readonly<Record<T, string>>
  chosen: readonly T[]
}): ReactNode {
  return props.values.map((value) => (
    <label className="box" key={value}>
      <input
        type="checkbox"
        name={props.name}
        value={value}
        defaultChecked={props.chosen.includes(value)}
      />
      <span>{props.labels[value]}</span>
    </label>
  ))
}

const WORDS: Readonly<Record<string, string>> = {
  ltr: 'Left to right',
  rtl: 'Right to left',
  auto: 'As the system',
  modal: 'Modal',
  embedded: 'In the page',
}
const worded = (value: string): string =>
  WORDS[value] ?? `${value.charAt(0).toUpperCase()}${value.slice(1)}`

/** One of a few, beside each other. */
const Segments = (props: {
  name: string
  label: string
  values: readonly string[]
  chosen: string
}): ReactNode => (
  <div className="segments" role="radiogroup" aria-label={props.label}>
    {props.values.map((value) => (
      <label key={value}>
        <input
          type="radio"
          name={props.name}
          value={value}
          defaultChecked={value === props.chosen}
        />
        <span>{worded(value)}</span>
      </label>
    ))}
  </div>
)

const Field = (props: {
  name: string
  label: string
  hint?: string
  value?: string
}): ReactNode => (
  <label className="field">
    <span>{props.label}</span>
    <input
      name={props.name}
      defaultValue={props.value}
      placeholder={props.hint}
      autoComplete="off"
      spellCheck={false}
    />
  </label>
)

const TokenField = ({ token }: { token: Token }): ReactNode => {
  const [label, hint] = TOKEN_LABELS[token]
  return (
    <div className="token">
      <Field name={token} label={label} hint={hint} value={START.tokens[token]} />
      {COLOURS.includes(token) && (
        <input
          type="color"
          data-colour={token}
          defaultValue={hint}
          aria-label={`${label}, as a colour`}
        />
      )}
    </div>
  )
}

const Order = (): ReactNode => (
  <ol className="order" id="order">
    {SLOTS.map((slot) => (
      <li key={slot} data-slot={slot}>
        <span>{SLOT_LABELS[slot]}</span>
        <button type="button" data-move="-1" aria-label={`${SLOT_LABELS[slot]}: earlier`}>
          ↑
        </button>
        <button type="button" data-move="1" aria-label={`${SLOT_LABELS[slot]}: later`}>
          ↓
        </button>
      </li>
    ))}
  </ol>
)

const Options = (): ReactNode => (
  <form id="options" aria-label="Options">
    <Group title="Chains">
      <Boxes name="chains" values={CHAINS} labels={CHAIN_LABELS} chosen={START.chains} />
    </Group>
    <Group title="Ways in">
      <Boxes name="ways" values={WAYS} labels={WAY_LABELS} chosen={START.ways} />
    </Group>
    <Group title="Features">
      <Boxes name="features" values={FEATURES} labels={FEATURE_LABELS} chosen={START.features} />
      <Boxes name="flags" values={FLAGS} labels={FLAG_LABELS} chosen={START.flags} />
    </Group>
    <Group title="Sign-in">
      <Segments name="signIn" label="Sign-in" values={SIGN_INS} chosen={START.signIn} />
      <Field name="statement" label="Sentence in the message" hint="I accept the terms." />
    </Group>
    <Group title="Shape">
      <Segments name="shape" label="Shape" values={SHAPES} chosen={START.shape} />
    </Group>
    <Group title="Look">
      <Segments name="mode" label="Theme" values={MODES} chosen={START.mode} />
      {TOKENS.map((token) => (
        <TokenField key={token} token={token} />
      ))}
    </Group>
    <Group title="Language">
      <label className="field">
        <span>Locale</span>
        <select name="locale" defaultValue={START.locale}>
          {LOCALES.map((locale) => (
            <option key={locale}>{locale}</option>
          ))}
        </select>
      </label>
      <Segments name="direction" label="Direction" values={DIRECTIONS} chosen={START.direction} />
    </Group>
    <Group title="Wallet order">
      <Order />
    </Group>
    <Group title="Site">
      <Field name="name" label="Name" value={START.name} />
      <Field name="termsUrl" label="Link to your terms" hint="https://shop.example/terms" />
    </Group>
  </form>
)

const Stage = (): ReactNode => (
  <section className="stage" aria-labelledby="live">
    <div className="bar">
      <h2 id="live">Live</h2>
      <div className="segments" role="radiogroup" aria-label="Screen">
        {['Desktop', 'Phone'].map((name, index) => (
          <label key={name}>
            <input
              type="radio"
              name="screen"
              value={name.toLowerCase()}
              defaultChecked={index === 0}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </div>
    <div className="screen" id="screen" data-screen="desktop">
      <iframe id="stage" title="The modal with these options" data-src="/stage/" />
    </div>
    <p role="status" id="stage-status">
      The modal comes with your first move.
    </p>
  </section>
)

const Code = (): ReactNode => (
  <section className="code" aria-labelledby="code">
    <div className="bar">
      <h2 id="code">Code</h2>
      <div className="segments" role="radiogroup" aria-label="Framework">
        {FRAMEWORKS.map((framework, index) => (
          <label key={framework}>
            <input type="radio" name="framework" value={framework} defaultChecked={index === 0} />
            <span>{FRAMEWORK_LABELS[framework]}</span>
          </label>
        ))}
      </div>
    </div>
    <div id="files" />
    <template id="file">
      <figure>
        <figcaption>
          <span />
          <button className="button quiet" type="button" data-copy>
            Copy
          </button>
        </figcaption>
        <pre tabIndex={0}>
          <code />
        </pre>
      </figure>
    </template>
    <p role="status" id="copied" className="out-of-sight" />
  </section>
)

/** The studio, as it stands before any script runs. */
export const StudioPage = (): ReactNode => (
  <>
    <a className="skip" href="#live">
      Skip to the modal
    </a>
    <Strip at="/studio/" />
    <header className="head">
      <h1>Studio</h1>
      <p>Every option at the side, the modal beside it, and the code of what you see.</p>
    </header>
    <main className="studio">
      <Options />
      <Stage />
      <Code />
    </main>
  </>
)
