import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import type { Block, LegalSection, LegalTree, Word, Words } from './legal-tree.ts'
import './legal-text.css'

interface LegalTextProps {
  title: string
  /** Effective date, formatted for the reader. */
  inForce: string
  /** Why this address shows this text, if the address has another name. */
  note: string | null
  tree: LegalTree
  /** Content below a section's text, by the section's id. */
  beneath?: Record<string, ReactNode>
}

/** A legal text with its table of contents: collapsed above it on phones, beside it on wide screens. */
export function LegalText({ title, inForce, note, tree, beneath = {} }: LegalTextProps): ReactNode {
  const text = useText()
  return (
    <div className="legal">
      <header className="page-head">
        <h1 className="display">{title}</h1>
        <div className="legal-intro">
          <Blocks blocks={tree.intro} />
        </div>
        <p className="caption faint">{text('legal.inForce', { date: inForce })}</p>
        {note ? <p className="legal-note small">{note}</p> : null}
      </header>
      <div className="legal-columns">
        <details className="legal-fold">
          <summary>{text('legal.contents')}</summary>
          <Contents sections={tree.sections} />
        </details>
        <article className="legal-words">
          {tree.sections.map(({ id, title: heading, blocks }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 className="title-1" id={`${id}-title`}>
                {heading}
              </h2>
              <Blocks blocks={blocks} />
              {beneath[id]}
            </section>
          ))}
        </article>
        <div className="legal-beside">
          <p className="small">{text('legal.contents')}</p>
          <Contents sections={tree.sections} />
        </div>
      </div>
    </div>
  )
}

function Contents({ sections }: { sections: LegalSection[] }) {
  const text = useText()
  return (
    <nav aria-label={text('legal.contents')}>
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Blocks({ blocks }: { blocks: Block[] }) {
  return blocks.map((block, at) => <BlockOf key={keyAt(at)} block={block} />)
}

function BlockOf({ block }: { block: Block }) {
  if (block.kind === 'paragraph') {
    return (
      <p>
        <WordsOf words={block.words} />
      </p>
    )
  }
  if (block.kind === 'list') {
    return (
      <ul>
        {block.items.map((words, at) => (
          <li key={keyAt(at)}>
            <WordsOf words={words} />
          </li>
        ))}
      </ul>
    )
  }
  return <TableOf head={block.head} rows={block.rows} />
}

function TableOf({ head, rows }: { head: Words[]; rows: Words[][] }) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((words, at) => (
            <th key={keyAt(at)} scope="col">
              <WordsOf words={words} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = [], ...cells], at) => (
          <tr key={keyAt(at)}>
            <th scope="row">
              <WordsOf words={name} />
            </th>
            {cells.map((words, column) => (
              <td key={keyAt(column)}>
                <WordsOf words={words} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function WordsOf({ words }: { words: Words }) {
  return words.map((word, at) => <WordOf key={keyAt(at)} word={word} />)
}

function WordOf({ word }: { word: Word }) {
  if (typeof word === 'string') return word
  switch (word.kind) {
    case 'strong':
      return (
        <b>
          <WordsOf words={word.words} />
        </b>
      )
    case 'code':
      return <Code text={word.text} />
    case 'name':
      return <bdi>{word.text}</bdi>
    case 'email':
      return (
        <a className="plain-link" href={`mailto:${word.address}`}>
          <bdi dir="ltr">{word.address}</bdi>
        </a>
      )
    case 'link':
      return (
        <Link className="plain-link" to={word.to}>
          <WordsOf words={word.words} />
        </Link>
      )
  }
}

/** Code that may wrap after each `_`: some names are wider than a phone. */
function Code({ text }: { text: string }) {
  return (
    <code dir="ltr">
      {text.split(/(?<=_)(?!_)/).map((part, at) => (
        <Fragment key={keyAt(at)}>
          {at > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </code>
  )
}

/** The blocks of a document never change their order, so the position is a valid key. */
const keyAt = (at: number) => `at-${at}`
