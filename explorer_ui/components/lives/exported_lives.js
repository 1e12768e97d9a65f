// The lives of tokens as a page of its own.

import { drawExported } from "../shared/exported.js";
import mount from "./lives.js";

drawExported(mount);
