import { englishOf } from '../site/own-language.ts';
import { readTextForms } from '../site/text-forms.ts';
import { readArguments } from './arguments.ts';
import type { Command } from './command.ts';

export const languageTexts: Command = {
  name: 'language texts',
  usage: '',
  summary: 'Show all texts of the pages in English, as a file of a language that you bring has them',
  async run(args) {
    readArguments(args, { words: [], options: [] });
    const file = { language: '', name: '', dir: 'ltr', texts: englishOf(readTextForms()) };
    console.log(JSON.stringify(file, null, 2));
  },
};
