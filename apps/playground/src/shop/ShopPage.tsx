import type { ReactNode } from 'react'
import { Strip } from '../site/Strip.js'
import { euros } from './money.js'
import { PICTURES } from './pictures.js'
import { PRODUCTS, type ProductId } from './products.js'
import { TEXTS, type Language, type Texts } from './texts.js'

interface Props {
  texts: Texts
  language: Language
}
const IDS = Object.keys(PRODUCTS) as readonly ProductId[]

const OtherLanguage = ({ texts, language }: Props): ReactNode => {
  const other = language === 'ar' ? 'en' : 'ar'
  return (
    <a className="other" href={other === 'ar' ? '/ar/' : '/'} lang={other} hrefLang={other}>
      {texts.other}
    </a>
  )
}

const AccountMenu = ({ texts }: Pick<Props, 'texts'>): ReactNode => (
  <div className="menu" id="account" popover="auto" role="group" aria-label={texts.account}>
    <p className="menu-address" dir="ltr" data-account="address" />
    <p className="menu-network" data-account="network" />
    <button type="button" data-do="wallet">
      {texts.wallet}
    </button>
    <button type="button" data-do="switch">
      {texts.switch}
    </button>
    <button type="button" data-do="money" hidden>
      {texts.money}
    </button>
    <button type="button" data-do="signOut" hidden>
      {texts.signOut}
    </button>
    <h2>{texts.orders}</h2>
    <p data-account="no-orders">{texts.noOrders}</p>
    <ol data-account="orders" />
    <button type="button" data-do="disconnect">
      {texts.disconnect}
    </button>
  </div>
)

function Header({ texts, language }: Props): ReactNode {
  const isArabic = language === 'ar'
  return (
    <header className="top">
      <a className="brand" href={isArabic ? '/ar/' : '/'}>
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M4 12q4-5 8 0t8 0 8 0" />
          <path d="M4 18q4-5 8 0t8 0 8 0" opacity=".7" />
          <path d="M4 24q4-5 8 0t8 0 8 0" opacity=".45" />
        </svg>
        <span>{isArabic ? 'سولتمارش' : 'Saltmarsh'}</span>
      </a>
      <div className="tools">
        <OtherLanguage texts={texts} language={language} />
        <button
          className="button quiet"
          id="account-button"
          type="button"
          popoverTarget="account"
          hidden
        >
          {texts.account}
        </button>
        <AccountMenu texts={texts} />
        <div id="wallet" />
        <button className="button quiet bag" id="cart-button" type="button">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M5 8h14l-1 12H6L5 8Z" />
            <path d="M9 10V7a3 3 0 0 1 6 0v3" />
          </svg>
          <span className="out-of-sight">{texts.open}</span>
          <span data-cart-count>0</span>
        </button>
      </div>
    </header>
  )
}

const Hero = ({ texts }: Props): ReactNode => (
  <section className="hero">
    <div className="hero-words">
      <h1>{texts.slogan}</h1>
      <p>{texts.story}</p>
      <a className="button" href="#pieces">
        {texts.look}
      </a>
    </div>
    <svg className="still" viewBox="0 0 520 360" aria-hidden="true">
      <ellipse cx="260" cy="318" rx="240" ry="30" fill="#000" opacity="0.1" />
      <g transform="translate(30 60) scale(1.35)">{PICTURES.pitcher('still')}</g>
      <g transform="translate(180 70) scale(1.4)">{PICTURES.teapot('still')}</g>
      <g transform="translate(370 172) scale(0.78)">{PICTURES.mug('still')}</g>
    </svg>
  </section>
)

const Members = ({ texts }: Props): ReactNode => (
  <section className="members" aria-labelledby="members-title">
    <div>
      <h2 id="members-title">{texts.members}</h2>
      <p data-members>{texts.membersHow}</p>
    </div>
    <button className="button" id="sign-in" type="button">
      {texts.signIn}
    </button>
  </section>
)

const Piece = ({ id, texts, language }: Props & { id: ProductId }): ReactNode => {
  const [name, words] = texts.names[id]
  return (
    <li className={`piece ${id}`}>
      <svg viewBox="0 0 200 200" aria-hidden="true">
        {PICTURES[id]('piece')}
      </svg>
      <div className="piece-words">
        <h3>{name}</h3>
        <p>{words}</p>
      </div>
      <p className="price" data-price={id}>
        <s hidden />
        <span>{euros(PRODUCTS[id], language)}</span>
      </p>
      <button
        className="button quiet"
        type="button"
        data-add={id}
        aria-label={`${texts.add}: ${name}`}
      >
        {texts.add}
      </button>
    </li>
  )
}

const Pieces = (props: Props): ReactNode => (
  <section aria-labelledby="pieces">
    <div className="heading">
      <h2 id="pieces" tabIndex={-1}>
        {props.texts.pieces}
      </h2>
      <p>{props.texts.count}</p>
    </div>
    <ul className="pieces">
      {IDS.map((id) => (
        <Piece key={id} id={id} {...props} />
      ))}
    </ul>
  </section>
)

const COINS = ['ETH', 'SOL', 'BTC', 'DOT', 'ATOM'] as const

const Coins = ({ texts }: Props): ReactNode => (
  <section className="coins" aria-labelledby="coins">
    <div>
      <h2 id="coins">{texts.coins}</h2>
      <p>{texts.coinsHow}</p>
    </div>
    <ul dir="ltr">
      {COINS.map((coin) => (
        <li key={coin}>{coin}</li>
      ))}
    </ul>
  </section>
)

const Receipt = ({ texts }: Pick<Props, 'texts'>): ReactNode => (
  <div data-part="receipt" className="receipt" hidden>
    <svg viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="22" />
      <path d="m14 25 7 7 14-15" />
    </svg>
    <h3>{texts.paid}</h3>
    <p>{texts.paidHow}</p>
    <dl className="totals">
      <div>
        <dt>{texts.order}</dt>
        <dd data-receipt="number" dir="ltr" />
      </div>
      <div>
        <dt>{texts.total}</dt>
        <dd data-receipt="amount" dir="ltr" />
      </div>
      <div>
        <dt>{texts.network}</dt>
        <dd data-receipt="network" />
      </div>
      <div className="long">
        <dt>{texts.transaction}</dt>
        <dd data-receipt="transaction" dir="ltr" />
      </div>
    </dl>
    <button className="button wide" type="button" data-close>
      {texts.again}
    </button>
  </div>
)

const CartDialog = ({ texts }: Props): ReactNode => (
  <dialog className="drawer" id="cart" aria-labelledby="cart-title">
    <div className="drawer-top">
      <h2 id="cart-title">{texts.cart}</h2>
      <button className="button quiet" type="button" data-close>
        {texts.close}
      </button>
    </div>
    <div data-part="lines">
      <p data-empty>{texts.empty}</p>
      <ul className="lines" />
      <dl className="totals" hidden>
        <div data-row="saved" hidden>
          <dt>{texts.saved}</dt>
          <dd />
        </div>
        <div data-row="total">
          <dt>{texts.total}</dt>
          <dd />
        </div>
        <div data-row="coin" hidden>
          <dt>
            {texts.inCoin} <small>{texts.rate}</small>
          </dt>
          <dd dir="ltr" />
        </div>
      </dl>
      <button className="button wide" type="button" id="pay" hidden>
        {texts.payWith}
      </button>
    </div>
    <Receipt texts={texts} />
    <p className="status" role="status" id="pay-status" />
  </dialog>
)

/** The shop, as it stands before any script runs. */
export function ShopPage({ language }: { language: Language }): ReactNode {
  const props = { language, texts: TEXTS[language] }
  return (
    <>
      <a className="skip" href="#pieces">
        {props.texts.skip}
      </a>
      <Strip at="/" />
      <Header {...props} />
      <main>
        <Hero {...props} />
        <Members {...props} />
        <Pieces {...props} />
        <Coins {...props} />
      </main>
      <footer>
        <OtherLanguage {...props} />
        <p>{props.texts.foot}</p>
      </footer>
      <CartDialog {...props} />
      <p className="toast" role="status" id="toast" />
    </>
  )
}
