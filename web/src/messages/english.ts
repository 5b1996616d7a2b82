import { messages } from '../game/messages.en';
import { en } from './en';

export const words = { page: en, game: messages };
